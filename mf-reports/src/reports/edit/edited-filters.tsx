import {
  comparisonsFor,
  REPORT_FILTERS_MAX,
  savingComparison,
  type ReportContent,
  type ReportFilter,
} from '@headwater/shared/contract';
import { Row, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { ComparisonSelect } from '../comparison-select.tsx';
import { ReportFilterChip } from '../filters/report-filter-chip.tsx';
import type { CardContext } from '../report/card-view.tsx';
import { AddFilter, FilterSettings } from './filter-settings.tsx';

interface EditedFiltersProps {
  context: CardContext;
  content: ReportContent;
  /** `about` says what is changed, for steps that are undone together. */
  onChange(content: ReportContent, about?: string | null): void;
}

/** What is chosen for all cards, and how the filters are set up. */
export function EditedFilters({ context, content, onChange }: EditedFiltersProps) {
  const t = messages.use();
  const { organizationId, tables, comparison } = context;
  const { filters } = content;
  const setFilters = (next: ReportFilter[], about: string | null = null) =>
    onChange({ ...content, filters: next }, about);
  const common = { organizationId, content, tables };
  return (
    <Row role="group" aria-label={t('reports.filters')}>
      {filters.map((filter) => {
        const set = (next: ReportFilter, about: string | null = null) =>
          setFilters(
            filters.map((one) => (one.id === filter.id ? next : one)),
            about,
          );
        return (
          <Pair key={filter.id}>
            <ReportFilterChip
              {...common}
              filter={filter}
              valueOf={(one) => one.default}
              onChange={(value) => set({ ...filter, default: value })}
            />
            <FilterSettings
              {...common}
              filter={filter}
              onChange={set}
              onRemove={() => setFilters(filters.filter(({ id }) => id !== filter.id))}
            />
          </Pair>
        );
      })}
      <ComparisonSelect
        value={comparison}
        offers={comparisonsFor(content)}
        onChange={(value) => onChange(savingComparison(content, value))}
      />
      {filters.length < REPORT_FILTERS_MAX && (
        <AddFilter {...common} onAdd={(filter) => setFilters([...filters, filter])} />
      )}
    </Row>
  );
}

const Pair = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  '& > :first-of-type': { minWidth: 0 },
});
