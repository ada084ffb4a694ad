import { comparisonsFor, type ReportComparison, type ReportContent } from '@headwater/shared/contract';
import { CompactSelect } from '@headwater/shared/ui';
import { Select } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';

interface ComparisonSelectProps {
  value: ReportComparison;
  offers: readonly ReportComparison[];
  /** Whether it stands among fields that have labels. */
  isField?: boolean;
  onChange(value: ReportComparison): void;
}

/** What all cards of a report are compared with. Nothing if none of them can be. */
export function ComparisonSelect({ value, offers, isField, onChange }: ComparisonSelectProps) {
  const t = messages.use();
  if (offers.length === 0) return null;
  const options = offers.map((one) => ({ value: one, label: t(`reports.compare_all_${one}`) }));
  const choose = (chosen: string) => onChange(offers.find((one) => one === chosen)!);
  return isField ? (
    <Select
      label={t('reports.compare')}
      value={value}
      options={options}
      onChange={({ target }) => choose(target.value)}
    />
  ) : (
    <CompactSelect label={t('reports.compare_all')} value={value} options={options} onChange={choose} />
  );
}

/** Whether there is anything to choose for all cards of a report. */
export const hasChoices = (content: ReportContent): boolean =>
  content.filters.length > 0 || comparisonsFor(content).length > 0;
