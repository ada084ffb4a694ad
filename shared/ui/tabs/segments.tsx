import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export interface SegmentsProps<V extends string> {
  /** Spoken name of the choice. */
  label: string;
  value: V;
  options: readonly { value: V; label: ReactNode }[];
  onChange(value: V): void;
}

/** One of two to four views of the same thing. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>) {
  return (
    <Row role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </Row>
  );
}

const Row = styled('div')({
  display: 'inline-flex',
  padding: 2,
  gap: 2,
  borderRadius: 'var(--radius)',
  background: 'var(--surface-3)',
  '& > button': {
    height: 24,
    minWidth: 26,
    padding: '0 8px',
    borderRadius: 'var(--radius-in)',
    display: 'inline-flex',
    gap: 5,
    alignItems: 'center',
    justifyContent: 'center',
    fontSize: 'var(--size-12)',
    fontWeight: 'var(--weight-medium)',
    color: 'var(--text-2)',
    '&:hover': { color: 'var(--text)' },
    '&[aria-pressed="true"]': {
      background: 'var(--surface)',
      color: 'var(--text)',
      boxShadow: '0 0 0 1px var(--line-2)',
    },
    '@media (pointer: coarse), (max-width: 600px)': { height: 32, minWidth: 34 },
  },
});
