import { addressesOf, MOST_ADDRESSES, type RangeFault, type Rule } from '@headwater/shared/contract';
import type { Translate } from '@headwater/shared/messages';
import type en from '../messages/en.json';
import { linesOf } from './configuration.ts';
import { isElsewhere, type FieldSpec } from './specification.ts';

type T = Translate<keyof typeof en>;

/** Returns a rule that has no code, so its message is used as the code. */
const rule = (text: string, test: (value: string) => boolean): Rule => ({ code: text, message: text, test });
const unlessEmpty = (test: (value: string) => boolean) => (value: string) =>
  value.trim() === '' || test(value.trim());

/** Returns the rules of a field's schema. A secret that the server already has doesn't need to be typed again. */
export function rulesOf(field: FieldSpec, isStored: boolean, t: T): Rule[] {
  const { kind, required, minimum, maximum, maxLength, pattern, hasRanges } = field;
  const rules: Rule[] = [];
  if (kind === 'boolean' || isElsewhere(kind)) return rules;
  if (required && !isStored) rules.push(rule(t('connect.required'), (value) => value.trim() !== ''));
  if (kind === 'integer') rules.push(wholeNumber(t));
  rules.push(...rangeRules({ minimum, maximum }, t));
  if (maxLength !== undefined)
    rules.push(rule(t('connect.too_long', { maxLength }), (value) => value.length <= maxLength));
  if (pattern)
    rules.push(
      rule(
        t('connect.pattern'),
        unlessEmpty((value) =>
          (kind === 'lines' ? linesOf(value) : [value]).every((each) => pattern.test(each)),
        ),
      ),
    );
  if (hasRanges) rules.push(...addressRules(t));
  return rules;
}

/** Returns the rules for a whole number that has to be given. */
export const wholeNumberRules = (range: Range, t: T): Rule[] => [
  rule(t('connect.required'), (value) => value.trim() !== ''),
  wholeNumber(t),
  ...rangeRules(range, t),
];

const wholeNumber = (t: T) =>
  rule(
    t('connect.not_whole'),
    unlessEmpty((value) => /^-?\d+$/.test(value)),
  );

type Range = Partial<Record<'minimum' | 'maximum', number | undefined>>;

function rangeRules({ minimum, maximum }: Range, t: T): Rule[] {
  const rules: Rule[] = [];
  if (minimum !== undefined)
    rules.push(
      rule(
        t('connect.too_small', { minimum }),
        unlessEmpty((value) => Number(value) >= minimum),
      ),
    );
  if (maximum !== undefined)
    rules.push(
      rule(
        t('connect.too_large', { maximum }),
        unlessEmpty((value) => Number(value) <= maximum),
      ),
    );
  return rules;
}

/** Ranges lead from an earlier value to a later one, and stand for so many addresses at most. */
const addressRules = (t: T): Rule[] => {
  const isFine = (code: RangeFault['code']) =>
    unlessEmpty((value) => {
      const found = addressesOf(linesOf(value), new Date());
      return Array.isArray(found) || found.code !== code;
    });
  return [
    rule(t('connect.range_wrong'), isFine('range_wrong')),
    rule(t('connect.range_too_long', { limit: MOST_ADDRESSES }), isFine('too_many')),
  ];
};

/** Returns the rules for a connection's name: any text that isn't blank, up to 80 characters. */
export const nameRules = (t: T): Rule[] => [
  rule(t('connect.name_missing'), (value) => value.trim() !== ''),
  rule(t('connect.name_long'), (value) => value.trim().length <= 80),
];
