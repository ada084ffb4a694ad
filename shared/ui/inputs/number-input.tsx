import { useState } from 'react';
import { localeOf, useLanguage } from '../../messages/language.ts';
import { readNumber, typeableText, type ReadNumber } from '../../messages/typed-number.ts';
import { TextInput, type TextInputProps } from './text-input.tsx';
import { useTypedFault } from './use-typed-fault.ts';

export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  /** As the API has it: with a point, and without groups. */
  value: string;
  /** Gets what isn't a number as it was typed, and nothing for what can be two numbers. */
  onChange(number: string): void;
}

/** A number, typed as the language writes it. Says so if it can be two numbers. */
export function NumberInput({ value, onChange, error, ...field }: NumberInputProps) {
  const locale = localeOf(useLanguage());
  const faultOf = useTypedFault();
  // What is typed stays as it is.
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed !== null && meant(typed, locale) === value ? typed : typeableText(value, locale);
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...field}
      inputMode="decimal"
      value={shown}
      error={faultOf(readNumber(shown, locale)) ?? error}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(meant(target.value, locale));
      }}
    />
  );
}

const meant = (text: string, locale: string) => numberOf(readNumber(text, locale), text);
const numberOf = (read: ReadNumber, text: string) =>
  read === null ? text : 'number' in read ? read.number : '';
