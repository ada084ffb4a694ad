import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clearOverrideCookie,
  newVisitorCookie,
  overrideCookie,
  overrideToken,
  readVisitor,
} from './visitor.ts';

const ID = 'abcdefghijklmnopqrst-_';

test('a browser is identified by 22 characters, over HTTPS only in a cookie that only the host can set', () => {
  assert.equal(readVisitor(`a=b; dl=${ID}; c=d`, false).id, ID);
  assert.equal(readVisitor(`__Host-dl=${ID}`, true).id, ID);
  assert.equal(readVisitor(`dl=${ID}`, true).id, undefined);
  assert.equal(readVisitor(`__Host-dl=${ID}`, false).id, undefined);
  for (const header of [undefined, '', 'dl=', 'dl=short', `dl=${ID}x`, `dl=${ID.slice(1)}.`, `xdl=${ID}`])
    assert.equal(readVisitor(header, false).id, undefined, header);
});

test('the version to avoid must be a valid reference', () => {
  const reference = 'mf-data@0.1.0-3f9a52c1d07e';
  for (const https of [true, false])
    assert.equal(readVisitor(`dl-avoid=${reference}`, https).avoid, reference);
  for (const value of ['', 'mf-data', '@', `${reference}@x`, '../../x@0.1.0-3f9a52c1d07e'])
    assert.equal(readVisitor(`dl-avoid=${value}`, true).avoid, undefined, value);
});

test('IDs are random, last half a year, and are inaccessible to scripts', () => {
  const [one, two] = [newVisitorCookie(true), newVisitorCookie(true)];
  assert.notEqual(one, two);
  assert.match(
    one,
    /^__Host-dl=[A-Za-z0-9_-]{22}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  assert.match(
    newVisitorCookie(false),
    /^dl=[A-Za-z0-9_-]{22}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test('the cookie of an override lasts as long as the override and is cleared under its own name', () => {
  assert.equal(
    overrideCookie('a.b', 60, true),
    '__Host-dl-ov=a.b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  assert.equal(clearOverrideCookie(false), 'dl-ov=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  assert.equal(overrideToken('dl-ov=a.b', false), 'a.b');
  assert.equal(overrideToken('dl-ov=a.b', true), undefined);
});
