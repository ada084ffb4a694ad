import { styled } from '@mui/material/styles';
import type { ChangeEventHandler } from 'react';
import { controlStyles } from '../core/control-styles.ts';
import { Field, type FieldProps } from './field.tsx';

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange: ChangeEventHandler<HTMLTextAreaElement>;
  rows?: number;
  maxLength?: number;
  autoFocus?: boolean;
}

/** A text field with several lines. */
export function TextArea({ label, labelEnd, hint, error, id, className, rows = 4, ...input }: TextAreaProps) {
  return (
    <Field {...{ label, labelEnd, hint, error, id, className }}>
      {(wiring) => <Box rows={rows} {...input} {...wiring} />}
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
});
