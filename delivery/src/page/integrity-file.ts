import { integrityOf } from '../registry/read-build.ts';
import type { BuildRecord } from '../registry/record.ts';

export interface IntegrityFile {
  text: string;
  /** The `sha384-…` of the text. Pages name it, so that no hash in the text can be replaced. */
  sri: string;
}

/**
 * Returns whether code can make a browser load or read the file with an integrity check, which browsers don't
 * support for images and fonts.
 */
export const isLoadable = (file: string): boolean => /\.(js|mjs|css|json|wasm)$/.test(file);

/**
 * Returns the hashes of all files that a version can load, by path within it. Every call in every process
 * returns the same bytes.
 */
export function integrityFile({ files }: Pick<BuildRecord, 'files'>): IntegrityFile {
  const hashes = files
    .filter(({ path }) => isLoadable(path))
    .map(({ path, sha384 }) => [path, sha384] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(Object.fromEntries(hashes));
  return { text, sri: integrityOf(text) };
}
