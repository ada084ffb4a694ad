import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { commit, type Author } from './commit.ts';
import { findDeletable, type Deletable } from './deletable.ts';
import { isCode, readIfThere, replaceFile, syncFolder } from './disk.ts';
import { referenceOf } from './names.ts';
import { GONE_FILE, tombstoneOf, type Registry } from './registry.ts';

export interface GcOptions extends Author {
  /** If false, versions to delete are only listed. */
  really: boolean;
  now?: Date;
}

/**
 * Deletes the files of versions that no page can use anymore, and returns these versions. Their records stay.
 * A deletion is a revision like any other, so a concurrent promote either is first, and gc is refused, or
 * finds the version marked.
 */
export async function gc(
  registry: Registry,
  { really, now = new Date(), ...author }: GcOptions,
): Promise<Deletable[]> {
  const before = await registry.latestRevision();
  if (!before) return [];
  const deletable = await findDeletable(registry, before, now);
  if (!really || deletable.length === 0) return deletable;

  const mark = JSON.stringify({ by: author.by, when: now.toISOString() });
  for (const location of deletable.map((of) => markOf(registry, of))) await replaceFile(location, mark);
  const removed = deletable.map(referenceOf);
  try {
    await commit(registry, before, { verb: 'gc', moves: [], removed, state: before.state }, author);
  } catch (error) {
    for (const location of deletable.map((of) => markOf(registry, of))) await rm(location, { force: true });
    throw error;
  }
  for (const of of deletable) await leaveTombstone(registry, of, mark);
  return deletable;
}

const markOf = (registry: Registry, { name, version }: Deletable) =>
  path.join(registry.versionFolder(name, version), GONE_FILE);

/**
 * Replaces the version's folder by one with its record and the marker. One of the two can be found at any
 * moment, even if this process crashes halfway. If the version is published again in the meantime, the new
 * files stay.
 */
async function leaveTombstone(registry: Registry, { name, version }: Deletable, mark: string) {
  const folder = registry.versionFolder(name, version);
  const staging = path.join(registry.folder, 'staging', randomUUID());
  const taken = path.join(staging, 'files');
  const tombstone = tombstoneOf(folder);
  try {
    await mkdir(staging, { recursive: true });
    await mkdir(tombstone, { recursive: true });
    await copyFile(path.join(folder, 'record.json'), path.join(tombstone, 'record.json'));
    await replaceFile(path.join(tombstone, GONE_FILE), mark);
    await rename(folder, taken);
    const isOurs = (await readIfThere(path.join(taken, GONE_FILE))) !== undefined;
    await rename(isOurs ? tombstone : taken, folder).catch((error: unknown) => {
      if (!isCode(error, 'ENOTEMPTY') && !isCode(error, 'EEXIST')) throw error;
    });
    await rm(tombstone, { recursive: true, force: true });
    await syncFolder(path.dirname(folder));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
