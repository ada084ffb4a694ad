import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 'weak'],
  ['aB1', 'weak'],
  ['abcdefghij', 'weak'],
  ['abcd1', 'weak'],
  ['abcde1', 'medium'],
  ['ABCDE1', 'medium'],
  ['abcdeF', 'medium'],
  ['abcDE12', 'medium'],
  ['abcdEFGH', 'medium'],
  ['abcDEF12', 'strong'],
] as const)('"%s" is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength));
