import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { readOverride, signOverride } from './override-token.ts';

const key = Buffer.alloc(32, 7);
const aud = 'https://bi.example.com';
const now = new Date('2026-03-01T10:00:00Z');
const inHours = (hours: number) => now.getTime() / 1000 + hours * 3600;
const claims = { set: ['mf-data@0.1.0-3f9a52c1d07e'], aud, exp: inHours(8), by: 'anna' };
const read = (token: unknown, at = now) => readOverride(key, token, { aud, now: at });

test('a token can be read until it expires', () => {
  const token = signOverride(key, claims);
  assert.match(token, /^[\w-]+\.[\w-]{43}$/);
  const expires = new Date('2026-03-01T18:00:00Z');
  assert.deepEqual(read(token), { set: claims.set, expires, by: 'anna' });
  assert.ok('set' in read(token, new Date(expires.getTime() - 1)));
  assert.deepEqual(read(token, expires), { refused: 'expired' });
});

test('a token is for one site and valid for a day at most', () => {
  const other = signOverride(key, { ...claims, aud: 'https://other.example.com' });
  assert.deepEqual(read(other), { refused: 'other_site' });
  assert.ok('set' in read(signOverride(key, { ...claims, exp: inHours(24) })));
  assert.deepEqual(read(signOverride(key, { ...claims, exp: inHours(24) + 1 })), { refused: 'altered' });
});

test('a token with any changed character or another key is refused', () => {
  const token = signOverride(key, claims);
  for (let at = 0; at < token.length; at += 1) {
    for (const letter of ['A', 'B', '.', '=', ' ']) {
      if (letter === token[at]) continue;
      const altered = token.slice(0, at) + letter + token.slice(at + 1);
      assert.deepEqual(read(altered), { refused: 'altered' }, altered);
    }
  }
  assert.deepEqual(read(signOverride(randomBytes(32), claims)), { refused: 'altered' });
});

test('malformed tokens are refused without throwing, even if the signature is valid', () => {
  const token = signOverride(key, claims);
  const malformed = [
    '',
    '.',
    '..',
    'x',
    token.split('.')[0],
    `.${token.split('.')[1]}`,
    `${token}.`,
    `${token}=`,
  ];
  const noTokens = [undefined, null, 3, {}, [token], token.repeat(2000), '\u{1f600}.\u{1f600}'];
  for (const wrong of [...malformed, ...noTokens])
    assert.deepEqual(read(wrong), { refused: 'altered' }, String(wrong));
  for (const signed of [
    {},
    null,
    'text',
    { ...claims, set: [] },
    { ...claims, set: ['../x@1'] },
    { ...claims, exp: '9' },
  ])
    assert.deepEqual(read(signOverride(key, signed as typeof claims)), { refused: 'altered' });
});
