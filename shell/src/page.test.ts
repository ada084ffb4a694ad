import { checkPage, readPage } from './page.ts';
import { pageBlock, writePageBlock } from './testing/page-block.ts';

test('takes what delivery writes', () => {
  expect(checkPage(pageBlock())).toEqual(pageBlock());
});

test('reads it from the document', () => {
  expect(readPage).toThrow('no "headwater" block');
  writePageBlock();
  expect(readPage().composition).toBe('a0d28bbc7809');
});

test('names every fault at once', () => {
  const { composition: _, ...page } = pageBlock();
  const faulty = { ...page, language: 'fr', sri: { '/r/shell/1/main.js': 'md5-nope' } };
  expect(() => checkPage(faulty)).toThrow('faulty: composition, sri, language');
});

test.each([
  ['a base elsewhere', { base: 'https://evil.example/r/mf-auth/1/' }, 'base, remotes.mf-auth.entry'],
  ['an entry outside of its base', { entry: '/r/mf-data/1/remoteEntry.js' }, 'entry'],
  ['an entry without a hash', { sri: '' }, 'sri'],
  ['nobody to ask', { owner: { team: '' } }, 'owner'],
])('refuses a remote with %s', (_, change, field) => {
  const page = pageBlock();
  const remotes = { ...page.remotes, 'mf-auth': { ...page.remotes['mf-auth'], ...change } };
  expect(() => checkPage({ ...page, remotes })).toThrow(`faulty: remotes.mf-auth.${field}`);
});

test.each([null, 'text', []])('refuses %j', (value) => {
  expect(() => checkPage(value)).toThrow('faulty: page');
});
