import { comparisonsFor, type ReportComparison, type ReportContent } from '@headwater/shared/contract';
import { CompactSelect } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

interface ComparisonSelectProps {
  value: ReportComparison;
  offers: readonly ReportComparison[];
  onChange(value: ReportComparison): void;
}

/** What all cards of a report are compared with. Nothing if none of them can be. */
export function ComparisonSelect({ value, offers, onChange }: ComparisonSelectProps) {
  const t = messages.use();
  if (offers.length === 0) return null;
  return (
    <CompactSelect
      label={t('reports.compare_all')}
      value={value}
      options={offers.map((one) => ({ value: one, label: t(`reports.compare_all_${one}`) }))}
      onChange={(chosen) => onChange(offers.find((one) => one === chosen)!)}
    />
  );
}

/** Whether there is anything to choose for all cards of a report. */
export const hasChoices = (content: ReportContent): boolean =>
  content.filters.length > 0 || comparisonsFor(content).length > 0;
