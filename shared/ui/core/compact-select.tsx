import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { controlStyles } from './control-styles.ts';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface CompactSelectProps {
  /** The accessible name; not visible. */
  label: string;
  value: string;
  options: readonly SelectOption[];
  onChange(value: string): void;
  /** Without a border until hovered, for tables and footers. */
  bare?: boolean;
  width?: number;
  /** -1 where another key leads to what it does, such as in a grid. */
  tabIndex?: -1;
}

/** A small select for a toolbar, a table, or a footer, without a visible label. */
export function CompactSelect({
  label,
  value,
  options,
  onChange,
  bare,
  width,
  tabIndex,
}: CompactSelectProps) {
  return (
    <SelectBox
      aria-label={label}
      data-small
      data-bare={bare || undefined}
      tabIndex={tabIndex}
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

/** The browser's own select, styled. */
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
  '& option:disabled': { color: 'var(--text-3)' },
  '&[data-small]': { height: 'var(--control-sm)', fontSize: 'var(--size-13)', paddingLeft: 8 },
  '&[data-bare]': { borderColor: 'transparent', backgroundColor: 'transparent' },
  '&[data-bare]:hover': { borderColor: 'var(--control-line)' },
});
