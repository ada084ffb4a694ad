import type { Column, QueryCondition } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { NumberInput, Select, TextInput } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { figureMessages } from '../figure-messages.ts';
import { inputFor } from './condition-kind.ts';
import { RangeValue } from './range-value.tsx';
import { clockTimeOf, momentAt } from './zoned-time.ts';

interface ConditionValueProps {
  column: Column;
  condition: QueryCondition;
  error: string | undefined;
  onChange(...values: string[]): void;
}

interface TypedProps {
  label: string;
  error: string | undefined;
  /** As the API has it: of moments in UTC, of numbers with a point. */
  value: string;
  onChange(value: string): void;
}

/** A moment in the time zone in which the table's are shown. */
function ZonedTime({ value, onChange, ...field }: TypedProps) {
  const t = figureMessages.use();
  const { timeZone } = useFormat();
  // What is typed stays as it is, even while it isn't a moment yet.
  const [typed, setTyped] = useState(() =>
    /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00` : clockTimeOf(value, timeZone),
  );
  return (
    <TextInput
      {...field}
      type="datetime-local"
      step={1}
      hint={t('rows.zone', { zone: timeZone })}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(momentAt(target.value, timeZone) ?? '');
      }}
    />
  );
}

/** The value that a column's are compared with, typed as fits its type. */
export function ConditionValue({ column, condition, error, onChange }: ConditionValueProps) {
  const t = figureMessages.use();
  const input = inputFor(column, condition.operator);
  const value = condition.values[0] ?? '';
  const field = { label: t('filter.value'), error };
  switch (input) {
    case 'none':
      return null;
    case 'boolean':
      return (
        <Select
          {...field}
          value={value}
          options={['true', 'false'].map((one) => ({ value: one, label: one }))}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'range':
      return <RangeValue values={condition.values} onChange={onChange} />;
    case 'zoned':
      return <ZonedTime {...field} value={value} onChange={onChange} />;
    case 'number':
      return <NumberInput {...field} value={value} onChange={onChange} />;
    default:
      return (
        <TextInput
          {...field}
          type={input === 'moment' ? 'datetime-local' : input === 'date' || input === 'time' ? input : 'text'}
          {...(input === 'moment' || input === 'time' ? { step: 1 } : {})}
          inputMode="text"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}
