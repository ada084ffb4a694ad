import type { ChangeEventHandler, FocusEventHandler } from 'react';
import { optionsOf, SelectBox, type SelectOption } from '../core/compact-select.tsx';
import { Field, type FieldProps } from './field.tsx';

export interface SelectProps extends FieldProps {
  name?: string;
  value: string;
  options: readonly SelectOption[];
  onChange: ChangeEventHandler<HTMLSelectElement>;
  onBlur?: FocusEventHandler<HTMLSelectElement>;
  disabled?: boolean;
}

/**
 * A choice of one option. Uses the browser's own select, which works with every keyboard, touch screen, and screen
 * reader.
 */
export function Select({ label, labelEnd, hint, error, id, className, options, ...select }: SelectProps) {
  return (
    <Field {...{ label, labelEnd, hint, error, id, className }}>
      {(wiring) => (
        <SelectBox {...select} {...wiring}>
          {optionsOf(options)}
        </SelectBox>
      )}
    </Field>
  );
}
