import { IconMoon, IconSun } from '../icons/icons.ts';
import { useTheme, type ThemeChoice } from '../theme/color-scheme.ts';
import { uiMessages } from '../ui-messages.ts';
import { IconButton } from './icon-button.tsx';

export interface ThemeToggleProps {
  /** For who keeps the choice elsewhere too: what was chosen is shown and remembered here already. */
  onChoose?(choice: ThemeChoice): void;
}

/** One press to the other theme; "as the system" is offered in the user menu. */
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
