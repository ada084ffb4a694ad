import { integrityOf } from '../registry/read-build.ts';
import type { BuildRecord } from '../registry/record.ts';

export interface IntegrityFile {
  text: string;
  /** `sha384-…` of the text: pages name it, so that no hash in it can be another one. */
  sri: string;
}

/** What code can ask a browser to load or read; browsers check no integrity of images and fonts. */
export const isLoadable = (file: string): boolean => /\.(js|mjs|css|json|wasm)$/.test(file);

/** The hashes of all that a version can load, by path within it: the same bytes at each call and in each process. */
export function integrityFile({ files }: Pick<BuildRecord, 'files'>): IntegrityFile {
  const hashes = files
    .filter(({ path }) => isLoadable(path))
    .map(({ path, sha384 }) => [path, sha384] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(Object.fromEntries(hashes));
  return { text, sri: integrityOf(text) };
}
