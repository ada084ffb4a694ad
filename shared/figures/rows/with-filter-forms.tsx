import { Skeleton } from '@headwater/shared/ui';
import { PopoverBody } from '@headwater/shared/ui/menu';
import type { ReactNode } from 'react';
import { figureMessages } from '../figure-messages.ts';
import { codeOf, WithCode } from '../with-code.tsx';

const filterForms = codeOf(
  'filter-forms',
  () => import(/* webpackChunkName: "filter-forms" */ './filter-forms.ts'),
);

/** Renders a form for columns or conditions. */
export function WithFilterForms({
  children,
}: {
  children(forms: typeof import('./filter-forms.ts')): ReactNode;
}) {
  const t = figureMessages.use();
  const loading = (
    <PopoverBody>
      <Skeleton width="100%" height={32} />
      <Skeleton width="100%" height={120} />
    </PopoverBody>
  );
  return (
    <WithCode code={filterForms} thing={t('filter.thing')} loading={loading}>
      {children}
    </WithCode>
  );
}
