import type { FilterValue } from '@headwater/shared/contract';
import {
  localeOf,
  readNumber,
  readNumbers,
  typeableText,
  useLanguage,
  type ReadNumber,
  type ReadNumbers,
} from '@headwater/shared/messages';
import { Button } from '@headwater/shared/ui';
import { Select, TextInput, useTypedFault } from '@headwater/shared/ui/inputs';
import { PopoverBody, PopoverFoot } from '@headwater/shared/ui/menu';
import { useState, type FormEvent } from 'react';
import { messages } from '../../messages.ts';
import type { BoundParameter } from './bound-parameter.ts';

interface ParameterFormProps {
  label: string;
  parameter: BoundParameter;
  /** What can be chosen. Without any, a value is typed. */
  offers: readonly string[];
  value: FilterValue | null;
  onApply(value: FilterValue): void;
}

const VALUE_MAX = 1_000;

/** Chooses or types what a parameter of a saved query is. */
export function ParameterForm({ label, parameter, offers, value, onApply }: ParameterFormProps) {
  const t = messages.use();
  const locale = localeOf(useLanguage());
  const { name, kind, separator } = parameter;
  const isList = separator !== null;
  const faultOf = useTypedFault();
  const [text, setText] = useState(() => lineOf(value?.values ?? [], parameter, locale) || (offers[0] ?? ''));
  const read = readAs(parameter, text, offers, locale);
  const values = Array.isArray(read) ? read : [];
  const fault = Array.isArray(read) ? undefined : (faultOf(read) ?? t(`parameter.unfit.${kindShown(kind)}`));
  const isComplete = values.length > 0 && values.every((one) => one !== '') && fault === undefined;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // A portal's events bubble to the page's own forms.
    event.stopPropagation();
    if (isComplete) onApply({ operator: 'one_of', values });
  };
  const hint = isList
    ? t('parameter.several', { separator: separator.trim() })
    : text.includes(',') && kind === 'text'
      ? t('sql.parameter_list', { name, value: text })
      : t('parameter.one', { name });
  return (
    <form onSubmit={apply} noValidate>
      <PopoverBody>
        {offers.length > 0 && !isList ? (
          <Select
            label={label}
            value={text}
            options={[...new Set([...offers, ...(text === '' ? [] : [text])])].map((one) => ({
              value: one,
              label: one,
            }))}
            onChange={({ target }) => setText(target.value)}
          />
        ) : (
          <TextInput
            label={label}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            type={!isList && kind === 'date' ? 'date' : 'text'}
            inputMode={!isList && kind === 'number' ? 'decimal' : 'text'}
            maxLength={VALUE_MAX}
            value={text}
            hint={
              offers.length > 0 ? `${hint} ${t('parameter.offered', { values: offers.join(', ') })}` : hint
            }
            error={text === '' ? undefined : fault}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </PopoverBody>
      <PopoverFoot>
        <span />
        <Button
          type="submit"
          variant="primary"
          size="small"
          disabledReason={isComplete ? undefined : (fault ?? t('filter.incomplete'))}
        >
          {t('filter.apply')}
        </Button>
      </PopoverFoot>
    </form>
  );
}

/** Returns values as they are typed. */
function lineOf(values: readonly string[], { kind, separator }: BoundParameter, locale: string): string {
  const written = kind === 'number' ? values.map((value) => typeableText(value, locale)) : values;
  if (separator === null || kind !== 'number') return written.join(separator ?? ',');
  // What is between numbers isn't what can be part of one.
  return written.some((text) => text.includes(',')) ? `${written.join('; ')};` : written.join(separator);
}

/** Returns the values of what was typed, or why there are none. An offered value is what it is. */
function readAs(
  { kind, separator }: BoundParameter,
  text: string,
  offers: readonly string[],
  locale: string,
): string[] | ReadNumber | ReadNumbers {
  if (separator === null && offers.includes(text)) return [text];
  if (kind === 'number') {
    const read = separator === null ? readNumber(text, locale) : readNumbers(text, separator, locale);
    if (read && 'number' in read) return [read.number];
    return read && 'numbers' in read ? read.numbers : read;
  }
  const values = separator === null ? [text] : split(text, separator);
  return values.every((value) => isFit(kind, value)) ? values : null;
}

const split = (text: string, separator: string): string[] =>
  text
    .split(separator.trim() || separator)
    .map((one) => one.trim())
    .filter((one) => one !== '');

type Shown = 'number' | 'date' | 'timestamp' | 'boolean' | 'other';
const kindShown = (kind: BoundParameter['kind']): Shown =>
  kind === 'number' || kind === 'date' || kind === 'timestamp' || kind === 'boolean' ? kind : 'other';

/** Whether a text can be a value of a kind. What a kind takes beyond that, the engine says. */
function isFit(kind: BoundParameter['kind'], text: string): boolean {
  if (kind === 'date' || kind === 'timestamp') return !Number.isNaN(Date.parse(text));
  return kind !== 'boolean' || /^(true|false)$/i.test(text);
}
