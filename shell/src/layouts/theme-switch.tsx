import { ThemeToggle } from '@headwater/shared/ui';
import { useSaveChoice } from '../profile/use-save-choice.ts';

/** The theme toggle of every layout. It also sets the profile's theme, which would win at the next load. */
export function ThemeSwitch() {
  const save = useSaveChoice();
  return <ThemeToggle onChoose={(theme) => save({ theme })} />;
}
