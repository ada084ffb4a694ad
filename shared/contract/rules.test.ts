import { emailRules } from './ground/email.rules.ts';
import { passwordRules } from './people/password.rules.ts';
import { personNameRules } from './people/person-name.rules.ts';
import { firstBroken } from './ground/rule.ts';
import { workspaceNameRules } from './people/workspace-name.rules.ts';

test.each([
  ['Short1', 'Password must be at least 12 characters long.'],
  ['all-lower-case-1', 'Password must contain at least one uppercase letter.'],
  ['No-digit-in-here', 'Password must contain at least one number.'],
  ['Correct-horse-1', undefined],
  ['Äußerst-geheim-1', undefined],
])('password %s: %s', (value, message) => expect(firstBroken(passwordRules, value)?.message).toBe(message));

test.each([
  ['abc', 'Must be at least 4 characters long'],
  ['a'.repeat(31), "Can't be more than 30 characters long"],
  ['a'.repeat(30), undefined],
  ['1 Finch', 'Must start with a letter'],
  ['Finch & Co', 'Can only contain letters a-z, numbers or spaces'],
  ['Žluť', 'Must start with a letter'],
  ["Mara's Shop-2!", undefined],
])('workspace name %s: %s', (value, message) =>
  expect(firstBroken(workspaceNameRules, value)?.message).toBe(message),
);

test.each([
  ['Mara Finch', undefined],
  ['מרה 👩‍👧', undefined],
  ['Mara\nFinch', "Can't contain line breaks or control characters"],
  ['Mara\u202eFinch', "Can't contain line breaks or control characters"],
])('name %j: %s', (value, message) => expect(firstBroken(personNameRules, value)?.message).toBe(message));

test.each([
  ['mara@finch-outdoor.com', true],
  ["o'neill+x@a.b-c.co", true],
  ['mara@localhost', false],
  ['mara@finch..com', false],
  ['mara@-finch.com', false],
  ['mara finch@x.com', false],
  ['mara@x.com\r\nBcc: b@x.com', false],
  [`${'a'.repeat(65)}@x.com`, false],
  ['', false],
])('email %j: %s', (value, valid) => expect(firstBroken(emailRules, value) === undefined).toBe(valid));
