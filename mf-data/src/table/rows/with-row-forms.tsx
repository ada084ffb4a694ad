import { Skeleton } from '@headwater/shared/ui';
import { PopoverBody } from '@headwater/shared/ui/menu';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { codeOf, WithCode } from '@headwater/shared/figures';

const rowForms = codeOf('row-forms', () => import(/* webpackChunkName: "row-forms" */ './row-forms.ts'));

/** Renders a form that opens from the toolbar. */
export function WithRowForms({ children }: { children(forms: typeof import('./row-forms.ts')): ReactNode }) {
  const t = messages.use();
  const loading = (
    <PopoverBody>
      <Skeleton width="100%" height={32} />
      <Skeleton width="100%" height={120} />
    </PopoverBody>
  );
  return (
    <WithCode code={rowForms} thing={t('filter.thing')} loading={loading}>
      {children}
    </WithCode>
  );
}
