import {
  LANGUAGES,
  setLanguage,
  sharedMessages,
  useLanguage,
  type Language,
} from '@headwater/shared/messages';
import { toast } from '@headwater/shared/ui';
import { useSaveChoice } from '../profile/use-save-choice.ts';

/**
 * Returns the interface's languages, each named in itself, the current one, and a function that switches to
 * another and saves it in the profile.
 */
export function useLanguageChoice() {
  const t = sharedMessages.use();
  const current = useLanguage();
  const languages = LANGUAGES.map((language) => ({ language, name: t(`language.${language}`) }));
  const save = useSaveChoice();
  // the texts of another language are fetched only now
  const choose = (language: Language) =>
    setLanguage(language).then(
      () => save({ language }),
      () => toast.error(t('error.network')),
    );
  return { languages, current, choose };
}
