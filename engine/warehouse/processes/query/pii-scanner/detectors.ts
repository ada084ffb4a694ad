import type { PersonalKind } from '@headwater/shared/contract';

/** Recognizes one kind of personal data. */
export interface Detector {
  kind: PersonalKind;
  /** The names of columns that usually have it. */
  named: RegExp;
  /** What a value looks like. Null for what only a name tells. */
  looks: RegExp | null;
  /** Whether a value that looks like it can be it. */
  isValid(value: string): boolean;
}

const always = () => true;

/** The most certain first: a value counts for the first one that it's valid for. */
export const DETECTORS: readonly Detector[] = [
  {
    kind: 'email',
    named: /e[-_ ]?mail/i,
    looks: /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,6}$/,
    isValid: (value) => /\.[A-Za-z]{2,}$/.test(value) && !value.includes('..'),
  },
  {
    kind: 'iban',
    named: /iban|bank_?account|konto/i,
    looks: /^[A-Z]{2}\d{2}( ?[A-Z0-9]){11,30}$/,
    isValid: isIban,
  },
  {
    kind: 'card',
    named: /(credit|debit|payment)?_?card_?(number|no)|^pan$/i,
    looks: /^[2-6]\d{3}([ -]?\d{4}){2}[ -]?\d{1,7}$/,
    isValid: isCardNumber,
  },
  {
    kind: 'ip_address',
    named: /(^|_)ip(_?addr(ess)?|v4)?$/i,
    looks: /^\d{1,3}(\.\d{1,3}){3}$/,
    isValid: (value) => value.split('.').every((part) => Number(part) <= 255),
  },
  {
    kind: 'social_security',
    named: /(^|_)ssn$|social_?security/i,
    looks: /^\d{3}-\d{2}-\d{4}$/,
    isValid: (value) => !/^(000|666|9)|-00-|-0000$/.test(value),
  },
  {
    kind: 'phone',
    named: /phone|mobile|telefon|(^|_)(tel|fax)(_|$)/i,
    // Without a country's code, it's any number.
    looks: /^(\+|00)[1-9][\d ()./-]{6,22}$/,
    isValid: (value) => {
      const digits = value.replace(/\D/g, '').replace(/^00/, '');
      return digits.length >= 8 && digits.length <= 15;
    },
  },
  {
    kind: 'person_name',
    named: /^(first|last|middle|full|given|family|sur|maiden)_?name$|^(vor|nach)name$/i,
    looks: null,
    isValid: always,
  },
  {
    kind: 'birth_date',
    named: /birth|(^|_)dob$|geburt/i,
    looks: null,
    isValid: always,
  },
  {
    kind: 'postal_address',
    named:
      /^(street|address|postal_?address|shipping_?address|billing_?address|stra(ß|ss)e|anschrift)(_?line)?_?\d?$/i,
    looks: null,
    isValid: always,
  },
];

/** ISO 13616: moved to the end, the country and its check digits make the whole number 1 modulo 97. */
function isIban(value: string): boolean {
  const compact = value.replaceAll(' ', '');
  if (compact.length < 15 || compact.length > 34) return false;
  const digits = [...compact.slice(4), ...compact.slice(0, 4)].map((sign) => parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** The lengths that cards have, and Luhn's check digit. */
function isCardNumber(value: string): boolean {
  const digits = [...value.replace(/\D/g, '')].map(Number);
  if (digits.length < 13 || digits.length > 19 || new Set(digits).size === 1) return false;
  const sum = digits.toReversed().reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
