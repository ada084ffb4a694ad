import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import path from 'node:path';

/** Returns the file's text, or undefined if it doesn't exist. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Returns the names in a folder, or none if it doesn't exist. */
export async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * Writes a file that must not exist yet, either whole or not at all. Of two concurrent writers only one
 * succeeds. Returns whether this call wrote it.
 */
export async function createOnly(file: string, content: string, mode?: number): Promise<boolean> {
  const draft = await writeDraft(file, content, mode);
  try {
    await link(draft, file);
    await syncFolder(path.dirname(file));
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

/** Replaces a file's content. Readers see either the old or the new one. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  await rename(await writeDraft(file, content), file);
}

/** Writes a file and syncs it to disk, so that nothing refers to it before it is really there. */
export async function writeDurably(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const isCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException)?.code === code;

async function writeDraft(file: string, content: string | Uint8Array, mode?: number): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}.draft`;
  await writeDurably(draft, content, mode);
  return draft;
}
