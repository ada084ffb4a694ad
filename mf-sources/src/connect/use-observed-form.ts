import { useState } from 'react';
import type { FormValues } from './configuration.ts';

export interface ObservedForm {
  /** What the form holds now. */
  values: FormValues;
  /** For the Form: its `key` and its `initialValues`. */
  key: number;
  initialValues: FormValues;
  /** For the element around the Form: its fields' changes pass by here. */
  onChange(event: { target: EventTarget }): void;
  /** Puts values into fields; the others keep what they hold. */
  fill(some: FormValues): void;
}

/**
 * Knows a Form's values outside of it, where a guide and a draft follow them, and can fill it: a filled form is a
 * new one that begins with the values.
 */
export function useObservedForm(
  initial: FormValues,
  onValues: (values: FormValues) => void = () => {},
): ObservedForm {
  const [{ values, start, key }, setState] = useState({ values: initial, start: initial, key: 0 });
  const become = (next: FormValues, filled: boolean) => {
    setState((before) =>
      filled ? { values: next, start: next, key: before.key + 1 } : { ...before, values: next },
    );
    onValues(next);
  };
  return {
    values,
    key,
    initialValues: start,
    onChange: ({ target }) => {
      const { name, type, value, checked } = target as HTMLInputElement;
      if (name in values) become({ ...values, [name]: type === 'checkbox' ? checked : value }, false);
    },
    fill: (some) => become({ ...values, ...some }, true),
  };
}
