import { Banner } from '@headwater/shared/ui';
import { LanguageChoice } from './general/language-choice.tsx';
import { ThemeChoice } from './general/theme-choice.tsx';
import { messages } from './messages.ts';

/** All that a demo account can change. */
export function DemoSection() {
  const t = messages.use();
  return (
    <>
      <Banner tone="info" role="note">
        {t('demo.why')}
      </Banner>
      <LanguageChoice />
      <ThemeChoice />
    </>
  );
}
