import { THEME_CHOICES, uiMessages } from '@headwater/shared/ui';
import { RadioGroup } from '@headwater/shared/ui/inputs';
import { useThemeChoice } from '../../layouts/use-theme-choice.ts';
import { messages } from '../messages.ts';

/** Applied immediately. */
export function ThemeChoice() {
  const t = messages.use();
  const names = uiMessages.use();
  const { current, choose } = useThemeChoice();
  return (
    <RadioGroup
      legend={t('general.theme')}
      name="theme"
      value={current}
      options={THEME_CHOICES.map((theme) => ({ value: theme, label: names(`theme_${theme}`) }))}
      onChange={(theme) => choose(THEME_CHOICES.find((choice) => choice === theme)!)}
    />
  );
}
