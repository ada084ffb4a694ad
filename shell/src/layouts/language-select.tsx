import type { Language } from '@headwater/shared/messages';
import { CompactSelect } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { useLanguageChoice } from './use-language-choice.ts';

export function LanguageSelect() {
  const t = messages.use();
  const { languages, current, choose } = useLanguageChoice();
  return (
    <CompactSelect
      bare
      label={t('public.language')}
      value={current}
      options={languages.map(({ language, name }) => ({ value: language, label: name }))}
      onChange={(language) => void choose(language as Language)}
    />
  );
}
