import { act, render, screen } from '@testing-library/react';
import { defineMessages } from './catalog.ts';
import { formatFor, useFormat } from './format.ts';
import { setLanguage } from './language.ts';
import { rich } from './rich.ts';
import { setTimeZone } from './time-zone.ts';
import en from './messages/en.json';
import de from './messages/de.json';

const catalog = defineMessages<'rows' | 'guide'>({
  en: async () => ({
    default: {
      rows: ({ count }: { count: number }) => `${count} rows`,
      guide: ({ name }: { name: string }) => `Read <link>the ${name} guide</link> first`,
    },
  }),
  de: async () => ({
    default: {
      rows: ({ count }: { count: number }) => `${count} Zeilen`,
      guide: ({ name }: { name: string }) => `Zuerst <link>die Anleitung zu ${name}</link>`,
    },
  }),
});

function Sample() {
  const t = catalog.use();
  return (
    <p>
      {t('rows', { count: 3 })}:{' '}
      {t.rich('guide', { name: '<b>x</b>', link: (text) => <a href="/guide">{text}</a> })}
    </p>
  );
}

afterEach(() => act(() => setLanguage('en')));

test('a screen switches languages in place, without a reload', async () => {
  await catalog.load();
  render(<Sample />);
  expect(screen.getByText(/3 rows/)).toBeInTheDocument();
  await act(() => setLanguage('de'));
  expect(screen.getByText(/3 Zeilen/)).toBeInTheDocument();
  expect(document.documentElement.lang).toBe('de');
  expect(document.cookie).toContain('hw-lang=de');
});

test('a catalog that is loaded while the language changes has its texts in the new one', async () => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = defineMessages<'a'>({
    en: async () => ({ default: { a: () => 'one' } }),
    de: () => slow.then(() => ({ default: { a: () => 'eins' } })),
  });
  const late = defineMessages<'b'>({
    en: async () => ({ default: { b: () => 'two' } }),
    de: async () => ({ default: { b: () => 'zwei' } }),
  });
  await first.load();
  const switching = setLanguage('de');
  await late.load();
  finish();
  await act(() => switching);
  const Late = () => <p>{late.use()('b')}</p>;
  render(<Late />);
  expect(screen.getByText('zwei')).toBeInTheDocument();
});

test('tags in a text become elements, and tags in a value stay text', async () => {
  await catalog.load();
  render(<Sample />);
  expect(screen.getByRole('link')).toHaveTextContent('the <b>x</b> guide');
});

test('a tag without a wrapper keeps its text', () => {
  render(<>{rich(() => 'a <b>c</b> d', {})}</>);
  expect(document.body).toHaveTextContent('a c d');
});

test('a key that is not in the catalog is an error, not an empty screen', async () => {
  await catalog.load();
  const Wrong = () => catalog.use()('nothing' as 'rows');
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Wrong />)).toThrow('No message "nothing"');
  quiet.mockRestore();
});

test('both languages have the same keys', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [4_404_019, '4.2 MB'],
  [12 * 1024 ** 3, '12 GB'],
])('%d bytes are shown as %s', (value, text) => expect(formatFor('en').bytes(value)).toBe(text));

test.each([
  [480, '480 ms'],
  [41_400, '41 s'],
  [252_000, '4 min 12 s'],
  [7_500_000, '2 h 5 min'],
])('%d ms are shown as %s', (value, text) => expect(formatFor('en').duration(value)).toBe(text));

test('relative times use the largest unit that fits, in the chosen language', () => {
  const now = Date.parse('2026-01-02T12:00:00Z');
  expect(formatFor('en').relative('2026-01-02T11:56:00Z', now)).toBe('4 minutes ago');
  expect(formatFor('de').relative('2026-01-01T11:00:00Z', now)).toBe('gestern');
  expect(formatFor('en').relative('2026-01-02T12:00:28Z', now)).toBe('in 28 seconds');
  expect(formatFor('en').relative('2026-04-02T11:59:00Z', now)).toBe('in 90 days');
});

test('the last minute is shown as just now, so that nothing on screen counts seconds', () => {
  const now = Date.parse('2026-01-02T12:00:00Z');
  expect(formatFor('en').relative('2026-01-02T11:59:01Z', now)).toBe('just now');
  expect(formatFor('de').relative('2026-01-02T12:00:00Z', now)).toBe('gerade eben');
});

test('all rows of a list share one set of formatters', () => {
  const made = jest.spyOn(Intl, 'NumberFormat');
  expect(formatFor('de', 'Asia/Tokyo').bytes(4_404_019)).toBe('4,2 MB');
  const atFirst = made.mock.calls.length;
  expect(formatFor('de', 'Asia/Tokyo').bytes(0)).toBe('0 B');
  expect([atFirst > 0, made.mock.calls.length - atFirst]).toEqual([true, 0]);
  made.mockRestore();
});

test('an exact time shows its seconds and its time zone', () => {
  const format = formatFor('en', 'America/New_York');
  expect(format.exactTime('2026-01-02T12:00:07Z')).toBe('Jan 2, 2026, 07:00:07 EST');
  expect(format.timeZone).toBe('America/New_York');
});

test.each([
  ['2026-01-02T23:30:00.000250Z', '2026-01-03 05:15:00.000250'],
  ['2026-07-02T00:00:00Z', '2026-07-02 05:45:00'],
  ['infinity', 'infinity'],
])('the timestamp %s in a table is shown as %s in Kathmandu', (value, text) =>
  expect(formatFor('en', 'Asia/Kathmandu').timestamp(value)).toBe(text),
);

describe('a date on screen', () => {
  const Moment = () => <time>{useFormat().dateTime('2026-01-02T12:00:00Z')}</time>;
  const shown = () => document.querySelector('time')?.textContent;
  const inOwnZone = formatFor('en').dateTime('2026-01-02T12:00:00Z');
  afterEach(() => act(() => setTimeZone(null)));

  test('switches to the chosen time zone and back in place', () => {
    render(<Moment />);
    act(() => setTimeZone('Asia/Kathmandu'));
    expect(shown()).toBe('Jan 2, 2026, 17:45');
    act(() => setTimeZone('America/New_York'));
    expect(shown()).toBe('Jan 2, 2026, 07:00');
    act(() => setTimeZone(null));
    expect(shown()).toBe(inOwnZone);
  });

  test("is shown in the browser's own time zone if the browser doesn't know the chosen one", () => {
    render(<Moment />);
    act(() => setTimeZone('Asia/Kathmandu'));
    act(() => setTimeZone('Mars/Olympus_Mons'));
    expect(shown()).toBe(inOwnZone);
  });
});

test.each([
  [0, '0%', '0%'],
  [0.000_3, '0.03%', '0%'],
  [0.29, '29%', '29%'],
  [0.334, '33.4%', '33%'],
  [0.999_7, '99.97%', '99%'],
  [1, '100%', '100%'],
])('a part of %d is %s of all, and %s of what is still running', (part, share, done) => {
  expect([formatFor('en').percent(part), formatFor('en').progress(part)]).toEqual([share, done]);
});
