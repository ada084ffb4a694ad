import { mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { isCode } from './disk.ts';
import type { Registry } from './registry.ts';

const folderOf = (registry: Registry) => path.join(registry.folder, 'pages');

/**
 * Notes that a version was put into a page. The note is the modification time of an empty file, which a crash
 * can't leave half written. Doesn't create the folder of a registry that is missing.
 */
export async function noteLastPage(
  registry: Registry,
  name: string,
  version: string,
  when: Date,
): Promise<void> {
  await mkdir(folderOf(registry)).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error;
  });
  const handle = await open(path.join(folderOf(registry), `${name}@${version}`), 'a');
  try {
    await handle.utimes(when, when);
  } finally {
    await handle.close();
  }
}

/** Returns when a version was last put into a page, to the hour, or undefined if that was never noted. */
export async function readLastPage(
  registry: Registry,
  name: string,
  version: string,
): Promise<Date | undefined> {
  try {
    return (await stat(path.join(folderOf(registry), `${name}@${version}`))).mtime;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
