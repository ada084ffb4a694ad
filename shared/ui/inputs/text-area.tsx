import { styled } from '@mui/material/styles';
import type { ChangeEventHandler, FocusEventHandler } from 'react';
import { controlStyles } from '../core/control-styles.ts';
import { Field, type FieldProps } from './field.tsx';

export interface TextAreaProps extends FieldProps {
  name?: string;
  value: string;
  onChange: ChangeEventHandler<HTMLTextAreaElement>;
  onBlur?: FocusEventHandler<HTMLTextAreaElement>;
  rows?: number;
  maxLength?: number;
  autoFocus?: boolean;
  placeholder?: string | undefined;
  spellCheck?: boolean;
  /** Monospaced, for names and addresses. */
  mono?: boolean;
}

/** A text field with several lines. */
export function TextArea({
  label,
  labelEnd,
  hint,
  error,
  id,
  className,
  mono,
  rows = 4,
  ...input
}: TextAreaProps) {
  return (
    <Field {...{ label, labelEnd, hint, error, id, className }}>
      {(wiring) => <Box rows={rows} data-mono={mono || undefined} {...input} {...wiring} />}
    </Field>
  );
}

const Box = styled('textarea')({
  ...controlStyles,
  height: 'auto',
  minHeight: 'var(--control)',
  padding: '6px 10px',
  lineHeight: 1.5,
  resize: 'vertical',
  '&[data-mono]': { fontFamily: 'var(--font-mono)', fontSize: 'var(--size-13)' },
});
