const HASH = `sha384-${'1'.repeat(64)}`;
const OTHER = `sha384-${'2'.repeat(64)}`;

interface Integrity {
  integrity(url: string): string;
  addIntegrity(base: string, files: Record<string, string>): void;
}
let page: Integrity;

beforeAll(async () => {
  const block = Object.assign(document.createElement('script'), {
    id: 'headwater',
    type: 'application/json',
  });
  block.textContent = JSON.stringify({ sri: { '/r/shell/1/main.js': HASH } });
  document.head.append(block);
  await import('./integrity.mjs' as string);
  page = window.__HEADWATER__ as unknown as Integrity;
});
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => jest.restoreAllMocks());

test('knows the hashes in the page, with any retry parameter', () => {
  expect(page.integrity('/r/shell/1/main.js')).toBe(HASH);
  expect(page.integrity(`${location.origin}/r/shell/1/main.js?r=1`)).toBe(HASH);
});

test.each([
  '/r/mf-data/1/table.js',
  'https://elsewhere.example/r/shell/1/main.js',
  '/r/shell/1/../2/main.js',
])('refuses %s, whose hash is not known', (url) => {
  expect(page.integrity(url)).toBe(`sha384-${'A'.repeat(64)}`);
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining('Refused'));
});

test("adds the hashes of a remote's files without replacing those it knows already", () => {
  page.addIntegrity('/r/mf-data/1/', { 'table.js': OTHER });
  page.addIntegrity('/r/shell/1/', { 'main.js': OTHER });
  expect(page.integrity('/r/mf-data/1/table.js')).toBe(OTHER);
  expect(page.integrity('/r/shell/1/main.js')).toBe(HASH);
});
