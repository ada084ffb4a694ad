import { fileMessages, optionKey } from '@headwater/shared/files';
import { styled } from '@headwater/shared/ui';
import { IconChevronRight } from '@headwater/shared/ui/icons';
import { Select, TextInput } from '@headwater/shared/ui/inputs';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import type { Dialect, DialectField } from './dialect.ts';

interface DialectFieldsProps {
  fields: readonly DialectField[];
  dialect: Dialect;
  onChange(dialect: Dialect): void;
  children?: ReactNode;
}

/** How text files are read. Everything is detected, so it's folded up until something was chosen. */
export function DialectFields({ fields, dialect, onChange, children }: DialectFieldsProps) {
  const t = messages.use();
  const texts = fileMessages.use();
  const text = (key: string, fallback: string) => (texts.has(key) ? texts(key) : fallback);
  const isChosen = fields.some(({ name }) => dialect[name] !== '' && dialect[name] !== undefined);
  return (
    <Folded open={isChosen || undefined}>
      <summary>
        <IconChevronRight size={14} />
        {t('import.reading')}
      </summary>
      <Fields>
        {fields.map(({ name, options }) => {
          const change = ({ target }: { target: { value: string } }) =>
            onChange({ ...dialect, [name]: target.value });
          const common = {
            label: text(`field.csv.${name}`, name),
            hint: text(`field.csv.${name}.hint`, '') || undefined,
            value: dialect[name] ?? '',
            onChange: change,
          };
          return options ? (
            <Select
              key={name}
              {...common}
              options={['', ...options].map((value) => ({
                value,
                label: text(`option.csv.${name}.${optionKey(value)}`, value),
              }))}
            />
          ) : (
            <TextInput key={name} {...common} maxLength={1_000} autoComplete="off" spellCheck={false} />
          );
        })}
        {children}
      </Fields>
    </Folded>
  );
}

const Folded = styled('details')({
  borderTop: '1px solid var(--line)',
  borderBottom: '1px solid var(--line)',
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '12px 0',
    fontSize: 'var(--size-13)',
    fontWeight: 'var(--weight-medium)',
    cursor: 'pointer',
    borderRadius: 'var(--radius-in)',
    '&::-webkit-details-marker': { display: 'none' },
  },
  '& > summary > .hw-icon': { color: 'var(--icon)', transition: 'transform var(--fast) var(--ease)' },
  '&[open] > summary > .hw-icon': { transform: 'rotate(90deg)' },
});
const Fields = styled('div')({ display: 'grid', gap: 16, padding: '4px 0 20px' });
