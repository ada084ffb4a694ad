import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { compositionId } from './composition-id.ts';

test('the ID depends on the versions, not on their order', () => {
  const a = { name: 'mf-data', version: '0.1.0-3f9a52c1d07e' };
  const b = { name: 'shell', version: '0.1.0-aaaaaaaaaaaa' };
  const expected = createHash('sha256')
    .update(`mf-data@${a.version}\nshell@${b.version}`)
    .digest('hex')
    .slice(0, 12);
  assert.equal(compositionId([a, b]), expected);
  assert.equal(compositionId([b, a]), expected);
  assert.notEqual(compositionId([a]), expected);
  assert.notEqual(compositionId([a, { ...b, version: '0.1.0-bbbbbbbbbbbb' }]), expected);
});
