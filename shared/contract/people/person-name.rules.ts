import type { Rule } from '../ground/rule.ts';
import { hasUnseen } from '../ground/unseen.ts';

const MAX_LENGTH = 80;

export const personNameRules: readonly Rule[] = [
  { code: 'name_required', message: 'Enter your name', test: (value) => value.trim() !== '' },
  {
    code: 'name_too_long',
    message: `Can't be more than ${MAX_LENGTH} characters long`,
    test: (value) => [...value.trim()].length <= MAX_LENGTH,
  },
  {
    code: 'name_characters',
    message: "Can't contain line breaks or control characters",
    test: (value) => !hasUnseen(value),
  },
];
