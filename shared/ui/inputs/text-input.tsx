import { styled } from '@mui/material/styles';
import type {
  ChangeEventHandler,
  FocusEventHandler,
  HTMLInputAutoCompleteAttribute,
  ReactNode,
  Ref,
} from 'react';
import { controlStyles } from '../core/control-styles.ts';
import { Field, type FieldProps } from './field.tsx';

export interface TextInputProps extends FieldProps {
  name?: string;
  value: string;
  onChange: ChangeEventHandler<HTMLInputElement>;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  type?: 'text' | 'email' | 'url' | 'number' | 'tel' | 'date' | 'time' | 'datetime-local';
  /** In seconds, for times. */
  step?: number;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url';
  placeholder?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  autoFocus?: boolean;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  maxLength?: number;
  spellCheck?: boolean;
  /** Monospaced, for names, hosts, and SQL. */
  mono?: boolean;
  /** An icon at the start. */
  lead?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A single-line text field. */
export function TextInput({
  label,
  labelEnd,
  hint,
  error,
  id,
  className,
  mono,
  lead,
  type = 'text',
  ...input
}: TextInputProps) {
  return (
    <Field {...{ label, labelEnd, hint, error, id, className }}>
      {(wiring) => (
        <Affix data-lead={lead ? true : undefined}>
          {lead}
          <InputBox type={type} data-mono={mono || undefined} {...input} {...wiring} />
        </Affix>
      )}
    </Field>
  );
}

export const InputBox = styled('input')({
  ...controlStyles,
  '&[data-mono]': { fontFamily: 'var(--font-mono)', fontSize: 'var(--size-13)' },
});

/** Reserves space for an icon before the text (`data-lead`) or a button after it (`data-tail`). */
export const Affix = styled('div')({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  '&[data-tail] > input': { paddingRight: 38 },
  '&[data-lead] > input': { paddingLeft: 32 },
  '&[data-lead] > .hw-icon': { position: 'absolute', left: 10, color: 'var(--icon)', pointerEvents: 'none' },
  '& > .MuiButtonBase-root': {
    position: 'absolute',
    right: 2,
    width: 'calc(var(--control) - 4px)',
    height: 'calc(var(--control) - 4px)',
    borderRadius: 'var(--radius-in)',
    zIndex: 'var(--z-password)',
  },
});
