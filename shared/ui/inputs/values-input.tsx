import { dequal } from 'dequal/lite';
import { useState } from 'react';
import { localeOf, useLanguage } from '../../messages/language.ts';
import { readNumbers, typeableText } from '../../messages/typed-number.ts';
import { readValues, writeValues } from '../../messages/typed-values.ts';
import { TextInput, type TextInputProps } from './text-input.tsx';
import { useTypedFault } from './use-typed-fault.ts';

export interface ValuesInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  values: readonly string[];
  /** The values are numbers, which are typed as the language writes them. */
  areNumbers: boolean;
  /** Gets no values while what was typed can be read in two ways. */
  onChange(values: string[]): void;
}

/** Several values in one line, with commas between them. What is in quotes is one value, whatever is in it. */
export function ValuesInput({ values, areNumbers, onChange, error, ...field }: ValuesInputProps) {
  const locale = localeOf(useLanguage());
  const faultOf = useTypedFault();
  // What is typed stays as it is, such as a comma that no value follows yet.
  const [typed, setTyped] = useState<string | null>(null);
  const numbersOf = (text: string) => (areNumbers ? readNumbers(text, ',', locale) : null);
  const meant = (text: string) => {
    const read = numbersOf(text);
    if (read === null) return readValues(text);
    return 'numbers' in read ? read.numbers : [];
  };
  const shown =
    typed !== null && dequal(meant(typed), [...values])
      ? typed
      : areNumbers
        ? numbersLine(values, locale)
        : writeValues(values);
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...field}
      value={shown}
      error={faultOf(numbersOf(shown)) ?? error}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(meant(target.value));
      }}
    />
  );
}

/** What is between numbers isn't what can be part of one. */
function numbersLine(values: readonly string[], locale: string): string {
  const texts = values.map((value) => typeableText(value, locale));
  const line = texts.join(texts.some((text) => text.includes(',')) ? '; ' : ', ');
  return texts.length === 1 && line.includes(',') ? `${line};` : line;
}
