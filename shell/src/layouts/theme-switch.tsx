import { ThemeToggle } from '@headwater/shared/ui';
import { useSaveChoice } from '../profile/use-save-choice.ts';

/** The toggle of every layout: what it chooses is the profile's theme too, which would win at the next load. */
export function ThemeSwitch() {
  const save = useSaveChoice();
  return <ThemeToggle onChoose={(theme) => save({ theme })} />;
}
