import { useFormat } from '@headwater/shared/messages';
import { styled, Text } from '@headwater/shared/ui';
import { Checkbox, Select } from '@headwater/shared/ui/inputs';
import type { ChosenValues, TemplateFilter } from '@headwater/shared/report-templates';
import { messages } from '../../messages.ts';
import type { OfferedValues } from '@headwater/shared/figures';

interface ValueChoiceProps {
  filter: TemplateFilter;
  column: string;
  known: OfferedValues;
  /** Which one counts if the filter picks one, and otherwise those that don't. Empty for all rows. */
  chosen: ChosenValues;
  onChange(values: ChosenValues): void;
}

/** Which values of a column count in a report. */
export function ValueChoice(props: ValueChoiceProps) {
  return props.filter.pick === 'one' ? <OneValue {...props} /> : <SomeValues {...props} />;
}

function useNameOf() {
  const t = messages.use();
  return (value: string | null) =>
    value === null ? t('chart.no_value') : value === '' ? t('filter.empty_text') : value;
}

function OneValue({ column, known, chosen, onChange }: ValueChoiceProps) {
  const t = messages.use();
  const { number } = useFormat();
  const nameOf = useNameOf();
  const [first = ''] = chosen;
  return (
    <Select
      label={t('templates.counted_one', { column })}
      value={keyOf(first)}
      options={known.values.map(({ value, rows }) => ({
        value: keyOf(value),
        label: `${nameOf(value)} (${number(rows ?? 0)})`,
      }))}
      onChange={({ target }) => onChange([target.value === NULL ? null : target.value.slice(1)])}
      hint={t('templates.one_counts')}
    />
  );
}

/** Texts are told from NULL by a letter in front. */
const NULL = 'null';
const keyOf = (value: string | null) => (value === null ? NULL : `v${value}`);

function SomeValues({ column, known, chosen, onChange }: ValueChoiceProps) {
  const t = messages.use();
  const { number } = useFormat();
  const nameOf = useNameOf();
  const all = known.values.map(({ value }) => value);
  // What isn't listed stays left out.
  const listed = [
    ...known.values,
    ...chosen.filter((value) => !all.includes(value)).map((value) => ({ value, rows: null })),
  ];
  const counted = listed.filter(({ value }) => !chosen.includes(value));
  const toggle = (value: string | null) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <Values>
      <legend>{t('templates.counted', { column })}</legend>
      <ul>
        {listed.map(({ value, rows }) => (
          <li key={keyOf(value)}>
            <Checkbox
              label={nameOf(value)}
              checked={!chosen.includes(value)}
              // Without any, no row would count.
              disabled={counted.length === 1 && counted[0]!.value === value && !known.hasMore}
              onChange={() => toggle(value)}
            />
            {rows !== null && <span>{number(rows)}</span>}
          </li>
        ))}
      </ul>
      <Text tone="dim" size={12}>
        {t(chosen.length === 0 ? 'templates.all_count' : 'templates.others_count')}
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
