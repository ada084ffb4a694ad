import { styled } from '@mui/material/styles';
import { useId, type ReactNode } from 'react';
import { VisuallyHidden } from '../core/text.tsx';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** Why it can't be chosen now. */
  disabledReason?: string | undefined;
}

export interface SegmentsProps<Value extends string> {
  /** The accessible name. */
  label: string;
  value: Value;
  options: readonly Segment<Value>[];
  onChange(value: Value): void;
  /** Shows only the icons. The labels stay for screen readers, and on hover. */
  iconsOnly?: boolean;
}

/** A switch between a few views of the same: one stop of the Tab key, in which the arrow keys choose. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onChange, iconsOnly } = props;
  const name = useId();
  return (
    <Root role="radiogroup" aria-label={label} data-icons={iconsOnly || undefined}>
      {options.map((option) => (
        <label key={option.value} title={option.disabledReason ?? (iconsOnly ? option.label : undefined)}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabledReason !== undefined}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {iconsOnly ? <VisuallyHidden>{option.label}</VisuallyHidden> : option.label}
        </label>
      ))}
    </Root>
  );
}

const Root = styled('div')({
  display: 'inline-flex',
  flex: 'none',
  gap: 2,
  padding: 2,
  borderRadius: 'var(--radius)',
  background: 'var(--surface-3)',
  '& > label': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 6,
    height: 24,
    padding: '0 8px',
    borderRadius: 'var(--radius-in)',
    color: 'var(--text-2)',
    font: 'var(--weight-medium) var(--size-12)/1 var(--font-sans)',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
  },
  '& > label:hover': { color: 'var(--text)' },
  '& .hw-icon': { color: 'var(--icon)' },
  '& > label:has(:checked)': {
    background: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: '0 0 0 1px var(--line-2)',
  },
  '& > label:has(:checked) .hw-icon': { color: 'inherit' },
  '& > label:has(:focus-visible)': { outline: 'var(--ring-width) solid var(--focus)', outlineOffset: 1 },
  '& > label:has(:disabled)': { color: 'var(--text-3)', cursor: 'default' },
  '& > label:has(:disabled) .hw-icon': { opacity: 0.5 },
  // Over all of its label, where those who explore a screen by touch look for it.
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'inherit' },
  '&[data-icons] > label': { width: 32, height: 28, padding: 0 },
  '@media (pointer: coarse), (max-width: 600px)': { '& > label, &[data-icons] > label': { height: 32 } },
  '@media (forced-colors: active)': { '& > label:has(:checked)': { outline: '2px solid Highlight' } },
});
