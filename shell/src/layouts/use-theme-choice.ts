import { useTheme, type ThemeChoice } from '@headwater/shared/ui';
import { useSaveChoice } from '../profile/use-save-choice.ts';

/** Returns the chosen theme and a function that switches to another and saves it in the profile. */
export function useThemeChoice() {
  const { choice: current, setTheme } = useTheme();
  const save = useSaveChoice();
  const choose = (theme: ThemeChoice) => {
    setTheme(theme);
    save({ theme });
  };
  return { current, choose };
}
