import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { seal, unseal } from './sealed.ts';

const key = randomBytes(32);
const owner = { workspaceId: 'org_a', sourceConnectionId: 'src_a', field: 'password' };

test('a secret opens for its owner under its key', () => {
  assert.equal(unseal(seal('pässwörd', owner, key), owner, key), 'pässwörd');
});

test('the same text is sealed differently each time', () => {
  assert.notDeepEqual(seal('x', owner, key), seal('x', owner, key));
});

test('a secret does not open for another field, connection, workspace, or key', () => {
  const sealed = seal('x', owner, key);
  for (const other of [{ field: 'user' }, { sourceConnectionId: 'src_b' }, { workspaceId: 'org_b' }]) {
    assert.throws(() => unseal(sealed, { ...owner, ...other }, key));
  }
  assert.throws(() => unseal(sealed, owner, randomBytes(32)));
});

test('a mail opens only as that mail', () => {
  const sealed = seal('x', { mail: 'mail_a' }, key);
  assert.equal(unseal(sealed, { mail: 'mail_a' }, key), 'x');
  assert.throws(() => unseal(sealed, { mail: 'mail_b' }, key));
  assert.throws(() => unseal(sealed, owner, key));
});

test('a secret does not open if a single byte was altered', () => {
  const sealed = seal('x', owner, key);
  for (let at = 1; at < sealed.length; at += 7) {
    const altered = Buffer.from(sealed);
    altered[at]! ^= 1;
    assert.throws(() => unseal(altered, owner, key));
  }
});
