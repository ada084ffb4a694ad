import type { Rule } from './rule.ts';

// The HTML standard's pattern for <input type=email>, plus a dot in the domain and the length limits of the mail
// standards.
const ADDRESS =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

export const emailRules: readonly Rule[] = [
  { code: 'email_invalid', message: 'Enter a valid email address', test: (value) => ADDRESS.test(value) },
];
