import { render, screen } from '@testing-library/react';
import { CutMiddle } from './cut-middle.tsx';
import { halvesOf, tellApartByEnd } from './ends.ts';

test('what is cut in its middle is read aloud and copied whole, once, and shown whole on hover', () => {
  const address = 'https://files.finch-outdoor.com/exports/2026/orders-part-0001.csv';
  const { container } = render(<CutMiddle>{address}</CutMiddle>);
  expect(container).toHaveTextContent(new RegExp(`^${address}$`));
  expect(screen.getByTitle(address)).toBeInTheDocument();
  const shown = container.querySelector('[data-end]')!;
  expect(shown).toHaveAttribute('aria-hidden', 'true');
  expect(`${shown.getAttribute('data-start')}${shown.getAttribute('data-end')}`).toBe(address);
});

test('a short text has no middle, and no character is cut in two', () => {
  expect(halvesOf('orders-part-0001.csv')).toBeNull();
  const { head, tail } = halvesOf(`${'a'.repeat(30)}🦉${'b'.repeat(11)}`)!;
  expect([head, tail]).toEqual(['a'.repeat(30), `🦉${'b'.repeat(11)}`]);
});

const many = (write: (at: number) => string) => Array.from({ length: 50 }, (_, at) => write(at));

test.each([
  ['addresses below one page', true, many((at) => `https://finch-outdoor.com/orders/2026/${at}`)],
  ['file names that end with their number', true, many((at) => `export-of-all-orders-part-${at}.csv`)],
  ['sentences', false, many((at) => `${at} of the customers have written that the boots are warm`)],
  ['short texts', false, many((at) => `order ${at}`)],
  ['the same long text', false, many(() => 'https://finch-outdoor.com/orders/2026')],
  [
    'long texts that differ in what neither shows',
    false,
    many((at) => `${'a'.repeat(30)}${at}${'b'.repeat(30)}`),
  ],
  [
    'one text that begins like another, among many',
    false,
    [...many((at) => `${at} ${'x'.repeat(40)}`), `1 ${'x'.repeat(40)}y`],
  ],
  ['nothing', false, [null, '', undefined]],
])('the column tells whether texts tell apart by their ends: %s', (_, isSo, texts) => {
  expect(tellApartByEnd(texts)).toBe(isSo);
});
