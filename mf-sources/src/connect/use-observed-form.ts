import { useState } from 'react';
import type { FormValues } from './configuration.ts';

export interface ObservedForm {
  /** The form's current values. */
  values: FormValues;
  /** Passed to the Form as its `key`, together with `initialValues`. */
  key: number;
  initialValues: FormValues;
  /** The handler for the element around the Form, which receives the changes of its fields. */
  onChange(event: { target: EventTarget }): void;
  /** Puts values into some fields; the others keep theirs. */
  fill(some: FormValues): void;
}

/**
 * Makes a Form's values available outside it, for a guide and a draft, and can fill in the form. A filled form is a
 * new one that starts with the values.
 */
export function useObservedForm(
  initial: FormValues,
  onValues: (values: FormValues) => void = () => {},
): ObservedForm {
  const [{ values, start, key }, setState] = useState({ values: initial, start: initial, key: 0 });
  const update = (next: FormValues, filled: boolean) => {
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
      if (Object.hasOwn(values, name))
        update({ ...values, [name]: type === 'checkbox' ? checked : value }, false);
    },
    fill: (some) => update({ ...values, ...some }, true),
  };
}
