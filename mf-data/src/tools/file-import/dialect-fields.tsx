import { ownValue } from '@headwater/shared/contract';
import { fileMessages, optionKey } from '@headwater/shared/files';
import { Select, TextInput } from '@headwater/shared/ui/inputs';
import { Fold } from '@headwater/shared/ui/workspace';
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
  const isChosen = fields.some(
    ({ name }) => ownValue(dialect, name) !== '' && ownValue(dialect, name) !== undefined,
  );
  return (
    <Fold title={t('import.reading')} open={isChosen}>
      {fields.map(({ name, options }) => {
        const change = ({ target }: { target: { value: string } }) =>
          onChange({ ...dialect, [name]: target.value });
        const common = {
          label: text(`field.csv.${name}`, name),
          hint: text(`field.csv.${name}.hint`, '') || undefined,
          value: ownValue(dialect, name) ?? '',
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
    </Fold>
  );
}
