import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Box } from './choices.tsx';

export interface Option<Value extends string> {
  value: Value;
  label: ReactNode;
  /** At the end of the label's line, or below. */
  note?: ReactNode;
  /** What belongs to the option, shown while it is chosen. */
  more?: ReactNode;
}

export interface OptionsProps<Value extends string> {
  /** The accessible name. */
  label: string;
  name: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange(value: Value): void;
  disabled?: boolean;
}

/** A choice between kinds, each with settings of its own: a list of radios in which the chosen one opens. */
export function Options<Value extends string>(props: OptionsProps<Value>) {
  const { label, name, value, options, onChange, disabled } = props;
  return (
    <Root role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <div key={option.value} data-checked={option.value === value || undefined}>
          <label>
            <Box
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={disabled}
              onChange={() => onChange(option.value)}
            />
            <span className="words">
              <span>{option.label}</span>
              {option.note && <span className="note">{option.note}</span>}
            </span>
          </label>
          {option.value === value && option.more && <More>{option.more}</More>}
        </div>
      ))}
    </Root>
  );
}

const Root = styled('div')({
  borderRadius: 'var(--radius)',
  boxShadow: 'inset 0 0 0 1px var(--line-2)',
  overflow: 'hidden',
  padding: 1,
  '& > div + div': { borderTop: 'var(--hair)' },
  '& > [data-checked]': { background: 'var(--surface-2)' },
  '& > div > label': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr)',
    gap: '0 12px',
    alignItems: 'center',
    padding: '0 14px',
    minHeight: 44,
    cursor: 'pointer',
    fontSize: 'var(--size-13)',
    fontWeight: 'var(--weight-medium)',
  },
  // A note that has no room beside its label goes below.
  '& .words': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 12px' },
  '& .note': { fontWeight: 'var(--weight-text)', color: 'var(--text-2)' },
  '@media (max-width: 600px)': { '& > div > label': { minHeight: 52 } },
});

const More = styled('div')({
  display: 'grid',
  gap: 14,
  gridTemplateColumns: 'minmax(0, 1fr)',
  padding: '2px 14px 16px 42px',
  '@media (max-width: 600px)': { paddingLeft: 14 },
});
