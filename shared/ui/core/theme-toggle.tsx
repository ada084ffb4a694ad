import { IconMoon, IconSun } from '../icons/icons.ts';
import { useTheme } from '../theme/color-scheme.ts';
import { uiMessages } from '../ui-messages.ts';
import { IconButton } from './icon-button.tsx';

/** One press to the other theme; "as the system" is offered in the user menu. */
export function ThemeToggle() {
  const t = uiMessages.use();
  const { scheme, setTheme } = useTheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton size="small" label={t(`switch_to_${other}`)} onClick={() => setTheme(other)}>
      {scheme === 'dark' ? <IconMoon /> : <IconSun />}
    </IconButton>
  );
}
