import { checkPage, readPage } from './page.ts';
import { pageBlock, writePageBlock } from './testing/page-block.ts';

const HASH = `sha384-${'0'.repeat(64)}`;

test('a block written by delivery is accepted', () => {
  expect(checkPage(pageBlock())).toEqual(pageBlock());
});

test('a block with a canary, a separate list of hashes, and an override is accepted', () => {
  const page = pageBlock();
  const record = page.remotes['mf-auth']!;
  const integrity = { url: `${record.base}integrity.json`, sri: HASH };
  const full = {
    ...page,
    shell: { ...page.shell, canary: true },
    remotes: { ...page.remotes, 'mf-auth': { ...record, canary: true, integrity } },
    override: { set: ['mf-data@1.2.3-abc'], expires: '2026-11-22T08:00:00.000Z', ignored: [] },
  };
  expect(checkPage(full)).toEqual(full);
});

test.each([
  ['page', { page: 'first' }],
  ['shell', { shell: { ...pageBlock().shell, canary: 1 } }],
  ['override', { override: { set: 'mf-data@1', expires: '2026-11-22T08:00:00.000Z', ignored: [] } }],
  ['override', { override: { set: [], expires: 'soon', ignored: [] } }],
])('a faulty %s is refused', (field, change) => {
  expect(() => checkPage({ ...pageBlock(), ...change })).toThrow(`faulty: ${field}`);
});

test('the block is read from the document', () => {
  expect(readPage).toThrow('no "headwater" block');
  writePageBlock();
  expect(readPage().composition).toBe('a0d28bbc7809');
});

test('all faults are reported together', () => {
  const { composition: _, ...page } = pageBlock();
  const faulty = { ...page, language: 'fr', sri: { '/r/shell/1/main.js': 'md5-nope' } };
  expect(() => checkPage(faulty)).toThrow('faulty: composition, sri, language');
});

test.each([
  ['a base elsewhere', { base: 'https://evil.example/r/mf-auth/1/' }, 'base, remotes.mf-auth.entry'],
  ['an entry outside of its base', { entry: '/r/mf-data/1/remoteEntry.js' }, 'entry'],
  ['an entry without a hash', { sri: '' }, 'sri'],
  ['an owner without a contact', { owner: { team: '' } }, 'owner'],
  ['areas that are not a list', { areas: {} }, 'areas'],
  ['an area without a group', { areas: [{ mount: '/', paths: ['/x'] }] }, 'areas'],
  ['an area on another site', { areas: [{ group: 'public', mount: '/', paths: ['evil.example'] }] }, 'areas'],
  ['a menu entry without its fields', { menu: [{ path: '/x' }] }, 'menu'],
  ['a canary that is not a flag', { canary: 'yes' }, 'canary'],
  [
    'a list of hashes outside of its base',
    { integrity: { url: '/r/mf-data/1/integrity.json', sri: HASH } },
    'integrity',
  ],
  [
    'a list of hashes without a hash',
    { integrity: { url: '/r/mf-auth/1.2.3-abc/integrity.json', sri: '' } },
    'integrity',
  ],
])('a remote with %s is refused', (_, change, field) => {
  const page = pageBlock();
  const remotes = { ...page.remotes, 'mf-auth': { ...page.remotes['mf-auth'], ...change } };
  expect(() => checkPage({ ...page, remotes })).toThrow(`faulty: remotes.mf-auth.${field}`);
});

test.each([null, 'text', []])('%j is refused', (value) => {
  expect(() => checkPage(value)).toThrow('faulty: block');
});
