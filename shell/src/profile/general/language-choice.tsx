import type { Language } from '@headwater/shared/messages';
import { Select } from '@headwater/shared/ui/inputs';
import { useLanguageChoice } from '../../layouts/use-language-choice.ts';
import { messages } from '../messages.ts';

/** Applied immediately. */
export function LanguageChoice() {
  const t = messages.use();
  const { languages, current, choose } = useLanguageChoice();
  return (
    <Select
      label={t('general.language')}
      value={current}
      options={languages.map(({ language, name }) => ({ value: language, label: name }))}
      onChange={(event) => void choose(event.target.value as Language)}
    />
  );
}
