import {
  readTimeRange,
  RANGE_UNITS_MAX,
  TIME_UNITS,
  writeTimeRange,
  type TimeRange,
  type TimeUnit,
} from '@headwater/shared/contract';
import { useCalendar } from '@headwater/shared/session';
import { Stack, Text } from '@headwater/shared/ui';
import { Checkbox, Select, TextInput } from '@headwater/shared/ui/inputs';
import { useEffect, useState } from 'react';
import { figureMessages } from '../figure-messages.ts';
import { useRangeText } from './use-range-text.ts';

interface RangeValueProps {
  /** The range as text and its time zone. Empty for a new one. */
  values: readonly string[];
  onChange(...values: string[]): void;
}

const FIRST: TimeRange = { last: 30, unit: 'day', current: 'without' };

/** A range of time that moves with the clock, in the time zone in which the workspace begins its days. */
export function RangeValue({ values, onChange }: RangeValueProps) {
  const t = figureMessages.use();
  const { zone: timeZone } = useCalendar();
  const rangeText = useRangeText();
  const zone = values[1] ?? timeZone;
  const range = readTimeRange(values[0] ?? '') ?? FIRST;
  const isThis = 'this' in range;
  const unit = isThis ? range.this : range.unit;
  const [count, setCount] = useState(isThis ? '' : String(range.last));
  const show = (next: TimeRange) => onChange(writeTimeRange(next), zone);
  useEffect(() => {
    if (values.length === 0) onChange(writeTimeRange(FIRST), timeZone);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- fills in a new one once
  }, []);
  const setLast = (text: string) => {
    setCount(text);
    // What isn't a number yet stays in the field, and makes the condition incomplete.
    const next = readTimeRange(`last.${text}.${unit}`);
    if (next && !('this' in next)) show({ ...next, current: isThis ? 'without' : range.current });
    else onChange('', zone);
  };
  const setUnit = (next: TimeUnit) => show(isThis ? { this: next } : { ...range, unit: next });
  return (
    <Stack gap={3}>
      <Select
        label={t('range.kind')}
        value={isThis ? 'this' : 'last'}
        options={[
          { value: 'last', label: t('range.kind.last') },
          { value: 'this', label: t('range.kind.this') },
        ]}
        onChange={({ target }) => {
          if (target.value === 'this') return show({ this: unit });
          setCount('30');
          show({ last: 30, unit, current: 'without' });
        }}
      />
      {!isThis && (
        <TextInput
          label={t('range.count')}
          inputMode="numeric"
          autoComplete="off"
          value={count}
          hint={t('range.count_hint', { most: RANGE_UNITS_MAX })}
          onChange={({ target }) => setLast(target.value.trim())}
        />
      )}
      <Select
        label={t('range.unit')}
        value={unit}
        options={TIME_UNITS.map((one) => ({ value: one, label: t(`range.unit.${one}`) }))}
        onChange={({ target }) => setUnit(target.value as TimeUnit)}
      />
      {!isThis && (
        <Checkbox
          label={t('range.with', { current: t(`range.this.${unit}`) })}
          checked={range.current === 'with'}
          onChange={({ target }) => show({ ...range, current: target.checked ? 'with' : 'without' })}
        />
      )}
      {values[0] !== '' && (
        <Text tone="muted" size={12}>
          {t('range.means', { range: rangeText(range), zone })}
        </Text>
      )}
    </Stack>
  );
}
