import { createHash } from 'node:crypto';
import path from 'node:path';
import { parseShape } from './check-shape.ts';
import { createOnly, listFolder, readIfThere, replaceFile } from './disk.ts';
import { isName, isVersion } from './names.ts';
import { record, type BuildRecord } from './record.ts';
import { RegistryFault } from './registry-fault.ts';
import { revision, type Revision } from './revision.ts';

/** The marker of a version whose files gc has deleted. */
export const GONE_FILE = 'gone.json';

/**
 * Returns the folder that holds a version's tombstone while gc replaces the version's folder, which it must
 * move away first.
 */
export const tombstoneOf = (versionFolder: string): string => `${versionFolder}.gone`;

/**
 * The registry, a folder:
 *
 *     r/<name>/<version>/…            a build's files, which never change
 *     r/<name>/<version>/record.json  written last: without it, the version does not exist
 *     r/<name>/<version>/gone.json    instead of the files, if gc has deleted the version
 *     rev/<n>.json                    a chain; the last one defines which version each name points to
 *     HEAD                            a hint at the last n, so that readers don't start from 1
 *
 * Any number of processes may read and write it at the same time.
 */
export interface Registry {
  readonly folder: string;
  /** Returns the folder of a version's files, whether or not it exists. */
  versionFolder(name: string, version: string): string;
  findRecord(name: string, version: string): Promise<BuildRecord | undefined>;
  getRecord(name: string, version: string): Promise<BuildRecord>;
  /** Returns the text of record.json, even of a version that is gone. */
  recordText(name: string, version: string): Promise<string | undefined>;
  /** Returns whether gc has deleted the version's files or is about to. */
  isGone(name: string, version: string): Promise<boolean>;
  /** Returns the published versions in no particular order, including those that are gone. */
  listVersions(name: string): Promise<string[]>;
  /** Returns the names that have published versions, in no particular order. */
  listNames(): Promise<string[]>;
  /** Returns the last revision, or undefined if nothing has been promoted yet. */
  latestRevision(): Promise<Revision | undefined>;
  getRevision(n: number): Promise<Revision>;
  /**
   * Adds the next revision. Returns false if someone else was faster, whose revision must be considered
   * first.
   */
  append(next: Omit<Revision, 'n' | 'previous'>, after: Revision | undefined): Promise<boolean>;
}

export function openRegistry(folder: string): Registry {
  const revisionFile = (n: number) => path.join(folder, 'rev', `${n}.json`);
  const headFile = path.join(folder, 'HEAD');

  const versionFolder = (name: string, version: string) => {
    if (!isName(name) || !isVersion(version))
      throw new RegistryFault('bad_reference', [`${name}@${version}`]);
    return path.join(folder, 'r', name, version);
  };
  const recordIn = (location: string) => readIfThere(path.join(location, 'record.json'));
  const recordText = async (name: string, version: string) => {
    const location = versionFolder(name, version);
    return (await recordIn(location)) ?? recordIn(tombstoneOf(location));
  };
  const isMarked = async (location: string) =>
    (await readIfThere(path.join(location, GONE_FILE))) !== undefined;
  const findRecord = async (name: string, version: string) => {
    const text = await recordText(name, version);
    return text === undefined ? undefined : parseShape(record, text, `record of ${name}@${version}`);
  };
  const revisionText = (n: number) => readIfThere(revisionFile(n));
  const getRevision = async (n: number) => {
    const text = await revisionText(n);
    if (text === undefined) throw new RegistryFault('damaged', [`Revision ${n} is missing in ${folder}`]);
    return parseShape(revision, text, `revision ${n}`);
  };
  const latestNumber = async () => {
    const hint = Number(await readIfThere(headFile));
    let n = Number.isSafeInteger(hint) && hint > 0 && (await revisionText(hint)) !== undefined ? hint : 0;
    while ((await revisionText(n + 1)) !== undefined) n += 1;
    return n;
  };

  return {
    folder,
    versionFolder,
    recordText,
    findRecord,
    getRevision,
    async getRecord(name, version) {
      const found = await findRecord(name, version);
      if (!found) throw new RegistryFault('unknown_version', [`${name}@${version} is not published`]);
      return found;
    },
    async isGone(name, version) {
      const location = versionFolder(name, version);
      if (await isMarked(location)) return true;
      if ((await recordIn(location)) === undefined && (await isMarked(tombstoneOf(location)))) return true;
      return isMarked(location); // in case gc has put the tombstone in place between these two checks
    },
    async listNames() {
      return (await listFolder(path.join(folder, 'r'))).filter(isName);
    },
    async listVersions(name) {
      const versions = (await listFolder(path.join(folder, 'r', name))).filter(isVersion);
      const texts = await Promise.all(versions.map((version) => recordText(name, version)));
      return versions.filter((_, index) => texts[index] !== undefined);
    },
    async latestRevision() {
      const n = await latestNumber();
      return n === 0 ? undefined : getRevision(n);
    },
    async append({ event, state }, after) {
      const n = (after?.n ?? 0) + 1;
      const text = after && (await revisionText(after.n));
      const previous = text === undefined ? null : sha256(text);
      const written = await createOnly(
        revisionFile(n),
        JSON.stringify({ n, previous, event, state }, null, 1),
      );
      if (written) await replaceFile(headFile, String(n));
      return written;
    },
  };
}

/** Yields every revision, newest first. Throws if a link of the chain is broken. */
export async function* readHistory(registry: Registry): AsyncGenerator<Revision> {
  let current = await registry.latestRevision();
  while (current) {
    yield current;
    if (current.n === 1) return;
    const text = await readIfThere(path.join(registry.folder, 'rev', `${current.n - 1}.json`));
    if (text === undefined || sha256(text) !== current.previous) {
      throw new RegistryFault('damaged', [
        `Revision ${current.n - 1} is not the one that revision ${current.n} follows`,
      ]);
    }
    current = parseShape(revision, text, `revision ${current.n - 1}`);
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
