export type PasswordStrength = 'weak' | 'medium' | 'strong';

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/];

/**
 * Returns a password's strength by the specification's defaults: medium from 6 characters with two of lowercase,
 * uppercase, and digits; strong from 8 characters with all three.
 */
export function passwordStrength(password: string): PasswordStrength {
  const length = [...password].length;
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  if (length >= 8 && kinds === 3) return 'strong';
  if (length >= 6 && kinds >= 2) return 'medium';
  return 'weak';
}
