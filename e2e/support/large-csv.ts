import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { repository } from './repository.ts';

export const LARGE_CSV_ROWS = 1_000_000;
const BLOCK = 5_000;
const HEADER =
  'order_id,placed_at,customer,country,product_code,quantity,unit_price,loyalty_number,reference,note';

const COUNTRIES = ['DE', 'FR', 'CZ', 'SE', 'JP', 'US', 'BR'];
const NAMES = ['Mara Finch', 'Jürgen Groß', 'Zoë O’Neill', 'Łukasz Żak', '山田 花子', 'Ana-María Núñez'];
const NOTES = ['', 'gift wrap', '"leave at the ""blue"" door, please"', '"two\nlines"', 'fragile', ''];

/**
 * Returns a file of a million orders (about 90 MB), generated once and kept. Every value follows from its
 * row's number.
 */
export async function largeCsv(): Promise<string> {
  const folder = join(repository, 'e2e/.cache');
  const file = join(folder, `orders-${LARGE_CSV_ROWS}.csv`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Renamed when complete: an interrupted run must not leave a short file behind.
  const partial = `${file}.${process.pid}.partial`;
  await writeOrders(partial);
  renameSync(partial, file);
  return file;
}

async function writeOrders(file: string): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${HEADER}\n`);
  for (let first = 1; first <= LARGE_CSV_ROWS; first += BLOCK) {
    const rows = Array.from({ length: BLOCK }, (_, index) => orderRow(first + index));
    if (!out.write(`${rows.join('\n')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

function orderRow(number: number): string {
  const pick = <T>(list: readonly T[]) => list[number % list.length];
  const placedAt = new Date(Date.UTC(2020, 0, 1) + number * 137_000).toISOString().replace('.000Z', 'Z');
  const price = `${number % 997}.${String(number % 100).padStart(2, '0')}`;
  return [
    number,
    placedAt,
    pick(NAMES),
    pick(COUNTRIES),
    `SKU-${String(number % 4_000).padStart(6, '0')}`,
    (number % 9) + 1,
    price,
    String(number % 1_000_000).padStart(9, '0'),
    `9${String(number).padStart(22, '7')}`,
    pick(NOTES),
  ].join(',');
}
