import { useTheme, type ThemeChoice } from '@headwater/shared/ui';
import { useSaveChoice } from '../profile/use-save-choice.ts';

/** The theme that was chosen, and the way to another, which the profile remembers too. */
export function useThemeChoice() {
  const { choice: current, setTheme } = useTheme();
  const save = useSaveChoice();
  const choose = (theme: ThemeChoice) => {
    setTheme(theme);
    save({ theme });
  };
  return { current, choose };
}
