import { useFormat } from '@headwater/shared/messages';
import { styled, Text } from '@headwater/shared/ui';
import { Checkbox, Select } from '@headwater/shared/ui/inputs';
import type { TemplateFilter } from '@headwater/shared/report-templates';
import { messages } from '../../messages.ts';
import type { KnownValues } from './use-mapping.ts';

interface ValueChoiceProps {
  filter: TemplateFilter;
  column: string;
  known: KnownValues;
  /** Empty for all. */
  chosen: readonly string[];
  onChange(values: string[]): void;
}

/** Which values of a column count in a report. */
export function ValueChoice(props: ValueChoiceProps) {
  return props.filter.pick === 'one' ? <OneValue {...props} /> : <SomeValues {...props} />;
}

function OneValue({ column, known, chosen, onChange }: ValueChoiceProps) {
  const t = messages.use();
  const { number } = useFormat();
  return (
    <Select
      label={t('templates.counted_one', { column })}
      value={chosen[0] ?? ''}
      options={known.values.map(({ value, rows }) => ({ value, label: `${value} (${number(rows)})` }))}
      onChange={({ target }) => onChange([target.value])}
      hint={t('templates.one_counts')}
    />
  );
}

function SomeValues({ column, known, chosen, onChange }: ValueChoiceProps) {
  const t = messages.use();
  const { number } = useFormat();
  const all = known.values.map(({ value }) => value);
  const isCounted = (value: string) => chosen.length === 0 || chosen.includes(value);
  const toggle = (value: string) => {
    const next = all.filter((one) => (one === value ? !isCounted(one) : isCounted(one)));
    onChange(next.length === all.length && !known.hasMore ? [] : next);
  };
  return (
    <Values>
      <legend>{t('templates.counted', { column })}</legend>
      <ul>
        {known.values.map(({ value, rows }) => (
          <li key={value}>
            <Checkbox
              label={value === '' ? t('filter.empty_text') : value}
              checked={isCounted(value)}
              // Without any, no row would count.
              disabled={chosen.length === 1 && chosen[0] === value}
              onChange={() => toggle(value)}
            />
            <span>{number(rows)}</span>
          </li>
        ))}
      </ul>
      <Text tone="dim" size={12}>
        {t(chosen.length === 0 ? 'templates.all_count' : 'templates.some_count')}
        {known.hasMore && ` ${t('templates.first_values', { count: all.length })}`}
      </Text>
    </Values>
  );
}

const Values = styled('fieldset')({
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': {
    padding: 0,
    marginBottom: 6,
    fontSize: 'var(--size-13)',
    fontWeight: 'var(--weight-medium)',
  },
  '& > ul': {
    display: 'grid',
    gap: 6,
    maxHeight: 220,
    overflowY: 'auto',
    marginBottom: 6,
    padding: '10px 12px',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--radius)',
    overflowWrap: 'anywhere',
  },
  '& li': { display: 'flex', justifyContent: 'space-between', gap: 12 },
  '& li > span:last-of-type': {
    fontSize: 'var(--size-12)',
    color: 'var(--text-3)',
    fontVariantNumeric: 'tabular-nums',
  },
});
