import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Files } from './repository.ts';

/** Writes all files. If one can't be written, leaves everything unchanged. */
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

/** Creates missing folders. Returns functions that remove them again. */
function makeFolder(folder: string): (() => void)[] {
  const first = mkdirSync(folder, { recursive: true });
  return first === undefined ? [] : [() => rmSync(first, { recursive: true, force: true })];
}

function restorer(target: string): () => void {
  if (!existsSync(target)) return () => rmSync(target, { force: true });
  const before = readFileSync(target);
  return () => writeFileSync(target, before);
}
