import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Identifies a run's logs. */
export interface LogKey {
  workspaceId: string;
  sourceConnectionId: string;
  runId: string;
}

/**
 * A part of an attempt's log: `<attempt>-<number>.jsonl`. Of a long log, the first two and the last two parts are kept,
 * so the middle is cut.
 */
export interface Segment {
  attempt: number;
  /** 0, 1, 2 … */
  number: number;
  path: string;
}

/** A quarter of what is kept of an attempt. */
export const SEGMENT_BYTES = 2.5 * 1024 ** 2;
const FIRST_KEPT = 2;
const LAST_KEPT = 2;

const NAME = /^(\d{1,6})-(\d{1,9})\.jsonl$/;

/** The folders with logs: `<root>/<workspace>/<connection>/<run>`. */
export class LogFolders {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async make(key: LogKey): Promise<string> {
    const folder = this.of(key);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  of({ workspaceId, sourceConnectionId, runId }: LogKey): string {
    return join(this.#root, workspaceId, sourceConnectionId, runId);
  }

  removeConnection(workspaceId: string, sourceConnectionId: string): Promise<void> {
    return rm(join(this.#root, workspaceId, sourceConnectionId), { recursive: true, force: true });
  }

  removeWorkspace(workspaceId: string): Promise<void> {
    return rm(join(this.#root, workspaceId), { recursive: true, force: true });
  }

  /** Removes the folders of runs that have written nothing for this many days. */
  async removeOlderThan(days: number): Promise<void> {
    const oldest = Date.now() - days * 24 * 3_600_000;
    for (const workspace of await namesIn(this.#root))
      for (const connection of await namesIn(join(this.#root, workspace)))
        for (const run of await namesIn(join(this.#root, workspace, connection))) {
          const folder = join(this.#root, workspace, connection, run);
          if ((await lastWriteIn(folder)) < oldest) await rm(folder, { recursive: true, force: true });
        }
  }
}

async function lastWriteIn(folder: string): Promise<number> {
  const times = [folder, ...(await listSegments(folder)).map(({ path }) => path)].map((path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(times)));
}

/** Lists the segments of a run, oldest first. */
export async function listSegments(folder: string): Promise<Segment[]> {
  return (await namesIn(folder))
    .flatMap((name) => {
      const [, attempt, number] = NAME.exec(name) ?? [];
      if (attempt === undefined) return [];
      return [{ attempt: Number(attempt), number: Number(number), path: join(folder, name) }];
    })
    .sort((one, other) => one.attempt - other.attempt || one.number - other.number);
}

export const segmentPath = (folder: string, attempt: number, number: number) =>
  join(folder, `${attempt}-${number}.jsonl`);

/** Removes the segment that is in the middle once this one has been started. */
export async function cutMiddle(folder: string, attempt: number, newest: number): Promise<void> {
  const middle = newest - LAST_KEPT;
  if (middle >= FIRST_KEPT) await rm(segmentPath(folder, attempt, middle), { force: true });
}

/** Returns the names in a folder, or none if there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
