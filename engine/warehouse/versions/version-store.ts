import { copyFile, link, lutimes, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Identifies one immutable file. `token` is the fencing token of the lease that wrote it, unique to each attempt. */
export interface VersionKey {
  workspaceId: string;
  connectionId: string;
  tableId: string;
  token: number;
}

/** Identifies a file with the rows of a read that can be interrupted. */
export interface ReadKey extends VersionKey {
  /** What is read, and how: a hash in lowercase hex. */
  reading: string;
}

interface Files {
  versions: VersionKey[];
  stages: VersionKey[];
  reads: ReadKey[];
  /** Reads of which only the engine's log is left. */
  readLogs: ReadKey[];
}

/**
 * Stores version files. They are written privately at `stagePath`, become permanent with `publish`, are read at
 * `localPath`, and never change. An S3-compatible store with a file cache on each node could implement this as well.
 */
export interface VersionStore {
  /** The folder that query processes can read. */
  readonly root: string;
  /** Returns a private path on a local disk for writing a version, in a folder that exists. */
  stagePath(key: VersionKey): Promise<string>;
  /** Turns a stage, synced by its writer, into the version: atomically, and on disk when this returns. */
  publish(key: VersionKey): Promise<void>;
  /** Makes a version also another one's, which lasts when either is removed: a file never changes, so both can share it. */
  share(from: VersionKey, to: VersionKey): Promise<void>;
  /** Returns a path at which a query process can attach the version. */
  localPath(key: VersionKey): Promise<string>;
  /** Does work that reads versions at their local paths. Removing one of them takes effect when the work is done. */
  reading<T>(keys: readonly VersionKey[], work: (paths: readonly string[]) => Promise<T>): Promise<T>;
  /** Returns a private path for what a read has brought so far, which may outlast its attempt. */
  readPath(key: ReadKey): Promise<string>;
  /** Gives the attempt with this token what an earlier one has read, unless that is gone by now. */
  takeOver(read: ReadKey, token: number): Promise<void>;
  remove(key: VersionKey): Promise<void>;
  removeStage(key: VersionKey): Promise<void>;
  removeRead(key: ReadKey): Promise<void>;
  /** Removes the rows of reads, of all connections, that nobody has gone on with since then. */
  removeReadsBefore(time: Date): Promise<void>;
  /** Removes everything of a deleted connection. */
  removeConnection(workspaceId: string, connectionId: string): Promise<void>;
  /** Removes everything of a deleted workspace. */
  removeWorkspace(workspaceId: string): Promise<void>;
  /** Lists the files of a connection, so that those without a pointer or a run can be removed. */
  list(workspaceId: string, connectionId: string): Promise<Files>;
}

/**
 * Files in `<root>/<workspace>/<connection>/<table>/`: `v-<token>.duckdb`, or `s-<token>.duckdb` while staged, and
 * `r-<reading>-<token>.duckdb` for a read that can be interrupted.
 */
export class LocalVersionStore implements VersionStore {
  readonly root: string;
  readonly #onRemoved: (path: string) => void;
  /** How many readers each path has. */
  readonly #readers = new Map<string, number>();
  /** Paths to remove when their last reader is done. A crash before that leaves them to the connection's next run. */
  readonly #doomed = new Set<string>();

  /** `onRemoved` receives each removed file or folder, so that open files are closed and their space is freed. */
  constructor(root: string, onRemoved: (path: string) => void = () => undefined) {
    this.root = root;
    this.#onRemoved = onRemoved;
  }

  async stagePath(key: VersionKey): Promise<string> {
    await mkdir(this.#folder(key), { recursive: true, mode: 0o700 });
    return this.#path(key, 's');
  }

  async publish(key: VersionKey): Promise<void> {
    await rename(this.#path(key, 's'), this.#path(key, 'v'));
    await this.#syncFolders(key);
  }

  async share(from: VersionKey, to: VersionKey): Promise<void> {
    const [source, target] = [this.#path(from, 'v'), this.#path(to, 'v')];
    await mkdir(this.#folder(to), { recursive: true, mode: 0o700 });
    // Some file systems have no links, and each limits how many a file can have.
    await link(source, target).catch(() => copyFile(source, target));
    await this.#syncFolders(to);
  }

  async localPath(key: VersionKey): Promise<string> {
    return this.#path(key, 'v');
  }

  async reading<T>(keys: readonly VersionKey[], work: (paths: readonly string[]) => Promise<T>): Promise<T> {
    const paths = keys.map((key) => this.#path(key, 'v'));
    for (const path of paths) this.#readers.set(path, (this.#readers.get(path) ?? 0) + 1);
    try {
      return await work(paths);
    } finally {
      for (const path of paths) await this.#release(path);
    }
  }

  async remove(key: VersionKey): Promise<void> {
    const path = this.#path(key, 'v');
    if (this.#readers.has(path)) this.#doomed.add(path);
    else await this.#removeFile(path);
  }

  async removeStage(key: VersionKey): Promise<void> {
    await rm(this.#path(key, 's'), { force: true });
    await rm(logOf(this.#path(key, 's')), { force: true });
  }

  async readPath(key: ReadKey): Promise<string> {
    await mkdir(this.#folder(key), { recursive: true, mode: 0o700 });
    return this.#readPath(key);
  }

  async takeOver(read: ReadKey, token: number): Promise<void> {
    const path = this.#readPath(read);
    const now = new Date();
    try {
      await lutimes(path, now, now); // It's in use, even if its source sends nothing for long.
      await rename(path, this.#readPath({ ...read, token }));
    } catch (error) {
      // A process of an attempt that lost its lease may still finish with the file, or have taken it over.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    await rm(logOf(path), { force: true }); // What counts is in the file.
  }

  async removeRead(key: ReadKey): Promise<void> {
    await rm(this.#readPath(key), { force: true });
    await rm(logOf(this.#readPath(key)), { force: true });
  }

  async removeReadsBefore(time: Date): Promise<void> {
    const names = await readdir(this.root, { recursive: true }).catch(() => []);
    for (const name of names.filter((each) => /[/]r-[0-9a-f]+-\d+[.]duckdb([.]wal)?$/.test(each))) {
      const path = join(this.root, name);
      const changed = await stat(path).catch(() => null);
      if (changed && changed.mtime < time) await rm(path, { force: true });
    }
  }

  async removeConnection(workspaceId: string, connectionId: string): Promise<void> {
    await this.#removeFolder(join(this.root, workspaceId, connectionId));
  }

  async removeWorkspace(workspaceId: string): Promise<void> {
    await this.#removeFolder(join(this.root, workspaceId));
  }

  async #release(path: string): Promise<void> {
    const others = this.#readers.get(path)! - 1;
    if (others > 0) return void this.#readers.set(path, others);
    this.#readers.delete(path);
    if (this.#doomed.delete(path)) await this.#removeFile(path);
  }

  async #removeFile(path: string): Promise<void> {
    await rm(path, { force: true });
    this.#onRemoved(path);
  }

  async #removeFolder(path: string): Promise<void> {
    await rm(path, { recursive: true, force: true });
    this.#onRemoved(path);
  }

  async list(workspaceId: string, connectionId: string): Promise<Files> {
    const names = await readdir(join(this.root, workspaceId, connectionId), { recursive: true }).catch(
      (): string[] => [],
    );
    const files: Files = { versions: [], stages: [], reads: [], readLogs: [] };
    for (const name of names) {
      const [, tableId, kind, reading, token, log] =
        /^(tbl_[0-9a-z]{26})[/](?:([vs])|r-([0-9a-f]+))-(\d+)[.]duckdb([.]wal)?$/.exec(name) ?? [];
      if (tableId === undefined) continue;
      // The engine's log can be left without its file. Otherwise, it's a part of it.
      if (log !== undefined && (kind === 'v' || names.includes(name.slice(0, -log.length)))) continue;
      const key = { workspaceId, connectionId, tableId, token: Number(token) };
      if (reading !== undefined) (log === undefined ? files.reads : files.readLogs).push({ ...key, reading });
      else files[kind === 'v' ? 'versions' : 'stages'].push(key);
    }
    return files;
  }

  /** A file's name is durable only when the folders above it are on disk as well. */
  async #syncFolders(key: VersionKey): Promise<void> {
    for (let folder = this.#folder(key); folder !== dirname(this.root); folder = dirname(folder))
      await syncFolder(folder);
  }

  #folder({ workspaceId, connectionId, tableId }: VersionKey): string {
    return join(this.root, workspaceId, connectionId, tableId);
  }

  #readPath(key: ReadKey): string {
    return join(this.#folder(key), `r-${key.reading}-${key.token}.duckdb`);
  }

  #path(key: VersionKey, kind: 'v' | 's'): string {
    return join(this.#folder(key), `${kind}-${key.token}.duckdb`);
  }
}

/** Where the engine has its log of a file that it writes. */
const logOf = (path: string) => `${path}.wal`;

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
