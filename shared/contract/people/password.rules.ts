import type { Rule } from '../ground/rule.ts';

export const PASSWORD_MIN_LENGTH = 12;

/** For sign-up and everywhere else that a new password is set. The order is the specification's. */
export const passwordRules: readonly Rule[] = [
  {
    code: 'password_too_short',
    message: 'Password must be at least 12 characters long.',
    test: (value) => [...value].length >= PASSWORD_MIN_LENGTH,
  },
  {
    code: 'password_needs_uppercase',
    message: 'Password must contain at least one uppercase letter.',
    test: (value) => /\p{Lu}/u.test(value),
  },
  {
    code: 'password_needs_number',
    message: 'Password must contain at least one number.',
    test: (value) => /\d/.test(value),
  },
];

/** For login: any password is allowed, since it may have been set under older rules. */
export const passwordRequired: Rule = {
  code: 'password_required',
  message: 'Password is required',
  test: (value) => value.length > 0,
};

/** For the second field of a form that sets a password; the password is sent only once. */
export const repeats = (password: string): Rule => ({
  code: 'passwords_differ',
  message: "Passwords don't match",
  test: (value) => value === password,
});
