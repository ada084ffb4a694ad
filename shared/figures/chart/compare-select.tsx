import {
  COMPARED_PERIODS,
  isComparable,
  type PeriodComparison,
  type Query,
} from '@headwater/shared/contract';
import { Select } from '@headwater/shared/ui/inputs';
import { figureMessages } from '../figure-messages.ts';

interface CompareSelectProps {
  query: Query;
  value: PeriodComparison['to'] | null;
  onChange(value: PeriodComparison['to'] | null): void;
}

/** With which earlier period something is compared, or why it can't be. */
export function CompareSelect({ query, value, onChange }: CompareSelectProps) {
  const t = figureMessages.use();
  const can = isComparable(query);
  return (
    <Select
      label={t('reports.compare')}
      hint={t(can ? 'reports.compare_hint' : 'reports.compare_unfit')}
      value={value ?? ''}
      // What was chosen can still be taken back.
      disabled={!can && value === null}
      options={[
        { value: '', label: t('reports.compare_none') },
        ...COMPARED_PERIODS.map((one) => ({ value: one, label: t(`reports.compare_${one}`) })),
      ]}
      onChange={({ target }) => onChange(COMPARED_PERIODS.find((one) => one === target.value) ?? null)}
    />
  );
}
