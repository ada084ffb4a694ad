import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOurPage, newPageId, PAGE_ID } from './page-id.ts';

const KEY = Buffer.alloc(32, 1);
const COMPOSITION = '0123456789ab';

test('a signed ID is valid only for its page and composition', () => {
  const page = newPageId(KEY, COMPOSITION);
  assert.match(page, new RegExp(PAGE_ID));
  assert.equal(isOurPage(KEY, page, COMPOSITION), true);
  assert.equal(isOurPage(KEY, page, 'ba9876543210'), false);
  assert.equal(isOurPage(Buffer.alloc(32, 2), page, COMPOSITION), false);
  const other = newPageId(KEY, COMPOSITION);
  assert.notEqual(other, page);
  assert.equal(isOurPage(KEY, page.slice(0, 16) + other.slice(16), COMPOSITION), false);
  for (const forged of ['', page.slice(0, 16), page.slice(0, -2), `${page}00`])
    assert.equal(isOurPage(KEY, forged, COMPOSITION), false, forged);
});

test('an ID without a key identifies the page but is not valid', () => {
  const page = newPageId(undefined, COMPOSITION);
  assert.match(page, /^[0-9a-f]{16}$/);
  assert.match(page, new RegExp(PAGE_ID));
  assert.equal(isOurPage(KEY, page, COMPOSITION), false);
});
