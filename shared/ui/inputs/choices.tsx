import { styled } from '@mui/material/styles';
import { useEffect, useId, useRef, type ChangeEventHandler, type ReactNode } from 'react';
import { FieldError, Hint } from './field.tsx';

interface ChoiceProps {
  label: ReactNode;
  name?: string;
  checked: boolean;
  onChange: ChangeEventHandler<HTMLInputElement>;
  disabled?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** Makes the label available only to screen readers, for a table whose row already shows it. */
  hideLabel?: boolean;
  /** -1 in a list that is a single Tab stop and has its own keys for this. */
  tabIndex?: -1;
}

export interface CheckboxProps extends ChoiceProps {
  /** Some but not all of several are checked. */
  indeterminate?: boolean;
}

/** On or off; takes effect when the form is submitted. */
export function Checkbox({ indeterminate = false, ...props }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <Choice {...props} render={(wiring) => <Box ref={box} type="checkbox" {...wiring} />} />;
}

/** On or off; takes effect immediately. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} render={(wiring) => <Track type="checkbox" role="switch" {...wiring} />} />;
}

export interface RadioGroupProps {
  legend: ReactNode;
  name: string;
  value: string;
  options: readonly { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  onChange(value: string): void;
}

/** A choice of one among a few options, all visible. */
export function RadioGroup({ legend, name, value, options, onChange }: RadioGroupProps) {
  return (
    <Group>
      <legend>{legend}</legend>
      {options.map((option) => (
        <Choice
          key={option.value}
          label={option.label}
          hint={option.hint}
          name={name}
          disabled={option.disabled}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
          render={(wiring) => <Box type="radio" value={option.value} {...wiring} />}
        />
      ))}
    </Group>
  );
}

interface Wiring extends Pick<ChoiceProps, 'name' | 'checked' | 'onChange' | 'disabled' | 'tabIndex'> {
  id: string;
  'aria-label': string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

function Choice({
  label,
  hint,
  error,
  hideLabel,
  render,
  ...input
}: ChoiceProps & { render(wiring: Wiring): ReactNode }) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const control = render({
    ...input,
    id,
    'aria-label': hideLabel && typeof label === 'string' ? label : undefined,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  });
  if (hideLabel) return control;
  return (
    <Root>
      <label htmlFor={id}>
        {control}
        <span>{label}</span>
      </label>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
    </Root>
  );
}

const Root = styled('div')({
  display: 'grid',
  gap: 4,
  '& > label': {
    display: 'inline-flex',
    gap: 8,
    alignItems: 'flex-start',
    fontSize: 'var(--size-13)',
    cursor: 'pointer',
  },
  '& > label > input': { marginTop: 2 },
  '& > div': { paddingLeft: 24 },
});
const Group = styled('fieldset')({
  display: 'grid',
  gap: 10,
  '& > legend': {
    fontSize: 'var(--size-13)',
    fontWeight: 'var(--weight-medium)',
    marginBottom: 8,
    padding: 0,
  },
});
/** The box of a checkbox or a radio, without a label. */
export const Box = styled('input')({
  appearance: 'none',
  width: 16,
  height: 16,
  flex: 'none',
  border: '1px solid var(--control-line)',
  borderRadius: 'var(--radius-in)',
  background: 'var(--surface)',
  display: 'inline-grid',
  placeContent: 'center',
  verticalAlign: 'middle',
  cursor: 'pointer',
  transition: 'background var(--fast) var(--ease)',
  '&:hover': { borderColor: 'var(--text-2)' },
  '&::before': {
    content: '""',
    width: 9,
    height: 9,
    background: 'var(--on-accent)',
    transform: 'scale(0)',
    clipPath: 'polygon(8% 50%, 0 62%, 38% 98%, 100% 20%, 88% 8%, 36% 74%)',
  },
  '&:checked, &:indeterminate': { background: 'var(--accent)', borderColor: 'var(--accent)' },
  '&:checked::before': { transform: 'none' },
  '&[type="checkbox"]:indeterminate::before': { transform: 'none', clipPath: 'inset(40% 0 40% 0)' },
  '&[type="radio"]': { borderRadius: '50%' },
  '&[type="radio"]::before': { clipPath: 'circle(34%)' },
  '&[type="radio"]:indeterminate': { background: 'var(--surface)', borderColor: 'var(--control-line)' },
  '&:disabled': { opacity: 0.5, cursor: 'default' },
  '@media (forced-colors: active)': { appearance: 'auto' },
});
const Track = styled('input')({
  appearance: 'none',
  width: 30,
  height: 18,
  flex: 'none',
  borderRadius: 'var(--radius-full)',
  background: 'var(--control-line)',
  position: 'relative',
  verticalAlign: 'middle',
  cursor: 'pointer',
  transition: 'background var(--calm) var(--ease)',
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: '2px auto 2px 2px',
    width: 14,
    borderRadius: '50%',
    background: 'var(--surface)',
    transition: 'transform var(--calm) var(--ease)',
  },
  '&:checked': { background: 'var(--accent)' },
  '&:checked::before': { transform: 'translateX(12px)' },
  '&:disabled': { opacity: 0.5, cursor: 'default' },
  '@media (forced-colors: active)': { appearance: 'auto', width: 16, height: 16 },
});
