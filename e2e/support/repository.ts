import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The root of the repository. */
export const repository = resolve(import.meta.dirname, '../..');

export function readText(path: string): string {
  return readFileSync(resolve(repository, path), 'utf8');
}
