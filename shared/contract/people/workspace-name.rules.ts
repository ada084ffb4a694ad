import type { Rule } from '../ground/rule.ts';

export const WORKSPACE_NAME_MIN = 4;
export const WORKSPACE_NAME_MAX = 30;

export const workspaceNameRules: readonly Rule[] = [
  {
    code: 'workspace_name_too_short',
    message: 'Must be at least 4 characters long',
    test: (value) => value.length >= WORKSPACE_NAME_MIN,
  },
  {
    code: 'workspace_name_too_long',
    message: "Can't be more than 30 characters long",
    test: (value) => value.length <= WORKSPACE_NAME_MAX,
  },
  {
    code: 'workspace_name_first_letter',
    message: 'Must start with a letter',
    test: (value) => /^[a-zA-Z]/.test(value),
  },
  {
    code: 'workspace_name_characters',
    message: 'Can only contain letters a-z, numbers or spaces',
    test: (value) => /^[a-zA-Z0-9 '!-]*$/.test(value),
  },
];
