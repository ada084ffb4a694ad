import type { ReactNode } from 'react';
import { messages } from '../messages.ts';
import { LostScreen } from './lost-screen.tsx';

/** Shown when routing reports 404. `header` replaces the heading. */
export function NotFoundScreen({ header }: { header?: string }) {
  const t = messages.use();
  return (
    <LostScreen heading={header ?? t('not_found.heading')} code="404">
      {t('not_found.text')}
    </LostScreen>
  );
}

/** Shown for any other routing error. */
export function GenericErrorScreen({ help }: { help?: ReactNode }) {
  const t = messages.use();
  return (
    <LostScreen heading={t('error.heading')} help={help}>
      {t('error.text')}
    </LostScreen>
  );
}
