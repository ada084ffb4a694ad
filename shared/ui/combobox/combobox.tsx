import useAutocomplete from '@mui/material/useAutocomplete';
import { styled } from '@mui/material/styles';
import { useId, useMemo } from 'react';
import { IconCheck, IconChevrons } from '../icons/icons.ts';
import { Field, type FieldProps } from '../inputs/field.tsx';
import { Affix, InputBox } from '../inputs/text-input.tsx';
import { uiMessages } from '../ui-messages.ts';

export interface ComboboxOption {
  value: string;
  label: string;
}

export interface ComboboxProps extends Omit<FieldProps, 'label' | 'id'> {
  label: string;
  /** The value of one of the options. */
  value: string;
  options: readonly ComboboxOption[];
  onChange(value: string): void;
  autoFocus?: boolean;
}

/** A select for hundreds of options: typing finds any part of a label, regardless of case and accents. */
export function Combobox({ label, value, options, onChange, autoFocus, ...field }: ComboboxProps) {
  const t = uiMessages.use();
  const id = useId();
  const chosenLabel = options.find((option) => option.value === value)?.label ?? value;
  // Another object would count as another choice, and replace what is being typed.
  const chosen = useMemo(() => ({ value, label: chosenLabel }), [value, chosenLabel]);
  const box = useAutocomplete<ComboboxOption, false, true, false>({
    id,
    options,
    value: chosen,
    isOptionEqualToValue: (option, { value: other }) => option.value === other,
    onChange: (_event, next) => onChange(next.value),
    disableClearable: true,
    autoHighlight: true,
  });
  const found = box.groupedOptions as ComboboxOption[];
  return (
    <Field {...field} id={id} label={label}>
      {(wiring) => (
        <Root {...box.getRootProps()}>
          <Affix data-tail>
            <InputBox {...box.getInputProps()} {...wiring} autoFocus={autoFocus} />
            <IconChevrons />
          </Affix>
          {box.popupOpen && found.length === 0 && <None role="status">{t('combobox.none')}</None>}
          {found.length > 0 && (
            <List {...box.getListboxProps()} aria-labelledby={undefined} aria-label={label}>
              {found.map((option, index) => {
                const { key, ...props } = box.getOptionProps({ option, index });
                return (
                  <li key={key} {...props}>
                    {option.label}
                    {option.value === value && <IconCheck />}
                  </li>
                );
              })}
            </List>
          )}
        </Root>
      )}
    </Field>
  );
}

const Root = styled('div')({
  position: 'relative',
  '& input': { textOverflow: 'ellipsis' },
  '& .hw-icon': { color: 'var(--icon)' },
  '& [data-tail] > .hw-icon': { position: 'absolute', right: 10, pointerEvents: 'none' },
});
const sheet = {
  position: 'absolute',
  inset: 'calc(100% + 4px) 0 auto',
  zIndex: 'var(--z-sticky)',
  maxHeight: 264,
  overflow: 'auto',
  padding: 4,
  borderRadius: 'var(--radius)',
  background: 'var(--overlay)',
  boxShadow: 'var(--shadow)',
  fontSize: 'var(--size-13)',
} as const;
const None = styled('div')({ ...sheet, padding: '8px 12px', color: 'var(--text-2)' });
const List = styled('ul')({
  ...sheet,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    minHeight: 30,
    padding: '0 8px',
    borderRadius: 'var(--radius-in)',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
  },
  '& > li:hover, & > li.Mui-focused': { background: 'var(--surface-3)' },
  '& > li.Mui-focusVisible': { outline: 'var(--ring-width) solid var(--focus)', outlineOffset: '-2px' },
  '@media (pointer: coarse), (max-width: 600px)': { '& > li': { minHeight: 'var(--control-touch)' } },
});
