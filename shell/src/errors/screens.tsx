import { messages } from '../messages.ts';
import { LostScreen } from './lost-screen.tsx';
import { RetryButton } from './retry-button.tsx';

/** Shown when routing reports 404. `header` replaces the heading. */
export function NotFoundScreen({ header }: { header?: string }) {
  const t = messages.use();
  return (
    <LostScreen title={t('not_found.title')} heading={header ?? t('not_found.heading')} code="404">
      {t('not_found.text')}
    </LostScreen>
  );
}

/** Shown for any other routing error; the title is the not-found screen's, as specified. */
export function GenericErrorScreen({ inArea }: { inArea: boolean }) {
  const t = messages.use();
  return (
    <LostScreen title={t('not_found.title')} heading={t('error.heading')} actions={inArea && <RetryButton />}>
      {t('error.text')}
    </LostScreen>
  );
}
