import { Select } from '@headwater/shared/ui/inputs';
import type { TemplatePeriod } from '@headwater/shared/report-templates';
import { messages } from '../../messages.ts';

interface PeriodChoiceProps {
  period: TemplatePeriod;
  isAllTime: boolean;
  onChange(isAllTime: boolean): void;
}

/** Which time a report is about when it's opened. */
export function PeriodChoice({ period: { months }, isAllTime, onChange }: PeriodChoiceProps) {
  const t = messages.use();
  return (
    <Select
      label={t('templates.period')}
      value={isAllTime ? 'all' : 'period'}
      options={[
        { value: 'period', label: t('templates.period_months', { months }) },
        { value: 'all', label: t('templates.period_all') },
      ]}
      onChange={({ target }) => onChange(target.value === 'all')}
      hint={t('templates.period_hint')}
    />
  );
}
