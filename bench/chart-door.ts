import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const DIST = path.join(import.meta.dirname, '../shell/dist');
const DOOR = '@headwater/shared/ui/charts';
const KILOBYTE = 1_000;

/** Reads what a browser loads for its first chart: the door with the painter, which only pages with charts need. */
export async function bench(): Promise<void> {
  const { provides } = JSON.parse(readFileSync(path.join(DIST, 'assets.json'), 'utf8')) as {
    provides: Record<string, string[]>;
  };
  const files = provides[DOOR] ?? [];
  if (files.length === 0) throw new Error('Run "npm run build -- shell" first.');
  const bytes = files.map((file) => brotliCompressSync(readFileSync(path.join(DIST, file))).length);
  const all = bytes.reduce((sum, one) => sum + one, 0);
  console.log(`chart-door: ${(all / KILOBYTE).toFixed(1)} KB brotli (goal: at most 14), ${files.join(', ')}`);
}
