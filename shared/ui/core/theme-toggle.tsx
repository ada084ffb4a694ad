import { IconMoon, IconSun } from '../icons/icons.ts';
import { useTheme, type ThemeChoice } from '../theme/color-scheme.ts';
import { uiMessages } from '../ui-messages.ts';
import { IconButton } from './icon-button.tsx';

export interface ThemeToggleProps {
  /** Called with the choice, to save it elsewhere too: the toggle itself already applies and remembers it. */
  onChoose?(choice: ThemeChoice): void;
}

/** Switches between the light and the dark theme; "system" is offered in the user menu. */
export function ThemeToggle({ onChoose }: ThemeToggleProps) {
  const t = uiMessages.use();
  const { scheme, setTheme } = useTheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  const choose = () => {
    setTheme(other);
    onChoose?.(other);
  };
  return (
    <IconButton size="small" label={t(`switch_to_${other}`)} onClick={choose}>
      {scheme === 'dark' ? <IconMoon /> : <IconSun />}
    </IconButton>
  );
}
