import { useState } from 'react';
import type { FieldProps } from './field.tsx';
import { TextInput } from './text-input.tsx';

export interface TimeInputProps extends FieldProps {
  /** `06:30`, or an empty text if what was typed isn't a time. */
  value: string;
  onChange(value: string): void;
  disabled?: boolean;
}

/**
 * A time of day on a 24-hour clock, whatever the browser's language, as everywhere in the product. Completes `6` and
 * `630` when the field is left.
 */
export function TimeInput({ value, onChange, ...field }: TimeInputProps) {
  // What is being typed; null once it is complete.
  const [text, setText] = useState<string | null>(null);
  const type = (typed: string) => {
    setText(typed);
    if (/^\d\d:\d\d$/.test(typed) && timeOf(typed) !== '') onChange(typed);
  };
  const complete = () => {
    if (text === null) return;
    const time = timeOf(text);
    setText(time === '' ? text : null);
    if (time !== value) onChange(time);
  };
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      value={text ?? value}
      onChange={(event) => type(event.target.value)}
      onBlur={complete}
    />
  );
}

/** Returns the time that a text means, or an empty text. */
export function timeOf(text: string): string {
  const [, hour = '', minute = '00'] = /^\s*(\d{1,2}?)(?:[:.]?(\d\d))?\s*$/.exec(text) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return '';
  return `${hour.padStart(2, '0')}:${minute}`;
}
