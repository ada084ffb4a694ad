import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorObjectOf } from './error-document.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { failure, toFailure } from '@headwater/base/failures/failure';
import { foreignText } from '@headwater/base/failures/foreign-text';

const LONG = 'a server’s answer '.repeat(100_000);

test('a text of others is kept up to 2,000 characters, and no character is halved', () => {
  assert.equal(foreignText('short'), 'short');
  assert.equal(foreignText('x'.repeat(2_000)), 'x'.repeat(2_000));
  assert.equal(foreignText('x'.repeat(2_001)), `${'x'.repeat(1_999)}…`);
  assert.equal(foreignText(`${'x'.repeat(1_998)}😀😀`), `${'x'.repeat(1_998)}…`);
});

test('whatever a source, an engine, or a server says, what is kept and sent of it is short', () => {
  const size = (one: unknown) => JSON.stringify(one).length;
  assert.ok(size(failure('source_error', { reason: LONG }, { internalMessage: LONG })) < 10_000);
  assert.ok(size(failure('api_failed', { host: LONG, path: LONG, status: 500, reason: LONG })) < 20_000);
  assert.ok(size(toFailure(new Error(LONG))) < 10_000);
  assert.ok(size(errorObjectOf(new Refusal('sql_failed', { values: { message: LONG } }))) < 10_000);
  assert.ok(size(errorObjectOf(new Refusal('internal_error', { detail: LONG }))) < 10_000);
});
