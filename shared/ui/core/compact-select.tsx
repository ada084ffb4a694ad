import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { controlStyles } from './control-styles.ts';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface CompactSelectProps {
  /** Spoken; not shown. */
  label: string;
  value: string;
  options: readonly SelectOption[];
  onChange(value: string): void;
  /** Without a line until it is pointed at: in tables and footers. */
  bare?: boolean;
  width?: number;
}

/** A small choice in a toolbar, a table or a footer, its label only spoken. */
export function CompactSelect({ label, value, options, onChange, bare, width }: CompactSelectProps) {
  return (
    <SelectBox
      aria-label={label}
      data-small
      data-bare={bare || undefined}
      style={{ width: width ?? 'auto' }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {optionsOf(options)}
    </SelectBox>
  );
}

export const optionsOf = (options: readonly SelectOption[]): ReactNode =>
  options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ));

/** The browser's own list, dressed. */
export const SelectBox = styled('select')({
  ...controlStyles,
  appearance: 'none',
  paddingRight: 30,
  textOverflow: 'ellipsis',
  cursor: 'pointer',
  backgroundImage:
    'linear-gradient(45deg, transparent 50%, var(--icon) 50%), linear-gradient(-45deg, transparent 50%, var(--icon) 50%)',
  backgroundPosition: 'right 14px center, right 10px center',
  backgroundSize: '4px 4px',
  backgroundRepeat: 'no-repeat',
  '& option': { background: 'var(--overlay)', color: 'var(--text)' },
  '&[data-small]': { height: 'var(--control-sm)', fontSize: 'var(--size-13)', paddingLeft: 8 },
  '&[data-bare]': { borderColor: 'transparent', backgroundColor: 'transparent' },
  '&[data-bare]:hover': { borderColor: 'var(--control-line)' },
});
