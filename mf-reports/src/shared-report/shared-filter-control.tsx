import {
  readTimeRange,
  withFilterValue,
  type FilterValue,
  type SharedFilter,
} from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { styled } from '@headwater/shared/ui';
import { Select } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';
import { useConditionText, useRangeText } from '@headwater/shared/figures';
import { asReportFilter } from './as-report-filter.ts';
import { sharedValuesQuery, type ShareKey } from './shared.queries.ts';

interface SharedFilterProps {
  share: ShareKey;
  filter: SharedFilter;
  value: FilterValue | null;
  query: URLSearchParams;
  /** What is chosen in all filters, as cards are asked for. */
  chosen: string;
  onChange(query: URLSearchParams): void;
}

const RANGES = [
  ...['this.day', 'last.7.day.with', 'last.30.day.with', 'last.90.day.with'],
  ...['this.month', 'last.1.month', 'last.12.month.with', 'this.year', 'last.1.year'],
];
const ALL = '';

/** A filter of a shared report: a choice of one value or range, or what has been chosen for the viewer. */
export function SharedFilterControl({ share, filter, value, query, chosen, onChange }: SharedFilterProps) {
  const t = messages.use();
  const rangeText = useRangeText();
  const textOf = useConditionText();
  const { id, label, offers } = filter;
  const none = t(filter.setsParameters ? 'share.page.not_chosen' : 'share.page.all');
  const values = useQuery({
    ...sharedValuesQuery(share, id, othersIn(chosen, id)),
    enabled: offers === 'values',
  });
  const said = (one: FilterValue | null) => {
    if (one === null) return none;
    if (one.operator === 'is_null') return t('chart.no_value');
    const words = textOf({ column: label, ...one }, undefined);
    return one.operator === 'one_of' && one.values.length === 1
      ? words.values
      : `${words.operator} ${words.values}`.trim();
  };
  if (offers === 'nothing')
    return (
      <Fixed>
        {label} <b>{said(value)}</b>
      </Fixed>
    );
  const choices: FilterValue[] =
    offers === 'ranges'
      ? RANGES.map((range) => ({ operator: 'in_range', values: [range] }))
      : (values.data ?? []).map((text) =>
          text === null ? { operator: 'is_null', values: [] } : { operator: 'one_of', values: [text] },
        );
  const written = (one: FilterValue | null) =>
    one === null ? ALL : JSON.stringify([one.operator, one.values]);
  const own = [filter.value, value].filter((one) => one !== null);
  const all = [...new Map([...own, ...choices].map((one) => [written(one), one])).values()];
  const nameOf = (one: FilterValue) => {
    const range = one.operator === 'in_range' ? readTimeRange(one.values[0] ?? '') : null;
    return range ? rangeText(range) : said(one);
  };
  return (
    <Box>
      <Select
        label={label}
        value={written(value)}
        options={[
          // What a query has without a value isn't offered, unless the link was made so.
          ...(filter.setsParameters && filter.value !== null ? [] : [{ value: ALL, label: none }]),
          ...all.map((one) => ({ value: written(one), label: nameOf(one) })),
        ]}
        onChange={(event) => {
          const found = all.find((one) => written(one) === event.target.value) ?? null;
          onChange(withFilterValue(query, asReportFilter(filter), found));
        }}
      />
    </Box>
  );
}

/** What is offered doesn't depend on what is chosen of it. */
function othersIn(chosen: string, id: string): string {
  const others = new URLSearchParams(chosen);
  others.delete(`f.${id}`);
  return others.toString();
}

const Box = styled('div')({ width: 200, maxWidth: '100%' });
const Fixed = styled('span')({
  display: 'inline-block',
  alignSelf: 'end',
  padding: '4px 10px',
  borderRadius: 'var(--radius)',
  background: 'var(--fill)',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  '& b': { fontWeight: 'var(--weight-medium)', color: 'var(--text)' },
});
