import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Files } from './repository.ts';

/** Writes all of them or, where one can't be written, leaves everything as it was. */
export function writeFiles(root: string, files: Files): void {
  const undo: (() => void)[] = [];
  try {
    for (const [file, content] of files) {
      const target = path.join(root, file);
      undo.push(...makeFolder(path.dirname(target)));
      undo.push(restorer(target));
      writeFileSync(target, content);
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

/** Makes the folders that are missing; answers how to be rid of them. */
function makeFolder(folder: string): (() => void)[] {
  const first = mkdirSync(folder, { recursive: true });
  return first === undefined ? [] : [() => rmSync(first, { recursive: true, force: true })];
}

function restorer(target: string): () => void {
  if (!existsSync(target)) return () => rmSync(target, { force: true });
  const before = readFileSync(target);
  return () => writeFileSync(target, before);
}
