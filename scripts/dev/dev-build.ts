import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import webpack, { type Compiler, type Stats, type StatsError, type Watching } from 'webpack';
import { ROOT } from '../packages.ts';
import { configurationOf } from './webpack-dev.ts';

/** What pages receive after each build. */
export interface BuildState {
  name: string;
  /** The hash of the last good build. Empty if there was none. */
  hash: string;
  /** The errors of the newest build, if it failed. The files are those of the last good build. */
  errors?: string;
}

export interface BuildReport {
  state: BuildState;
  /** The edited files. Empty for the first build. */
  changed: string[];
  warnings: string;
  seconds: number;
}

/**
 * Returns where the development build of the shell or a remote is served. The shell requires paths of this
 * form.
 */
export const devBase = (name: string) => `/r/${name}/dev/`;

/** The first file of a remote to run. */
export const ENTRY = 'remoteEntry.js';

/** A development build that follows its sources. Its files are only in memory. */
export class DevBuild {
  readonly #files = new Map<string, Buffer>();
  readonly #watching: Watching | undefined;
  #state: BuildState;
  #built = Promise.withResolvers<void>();

  /** `onBuilt` is called after each build, whether it succeeded or failed. */
  constructor(name: string, folder: string, onBuilt: (report: BuildReport) => void) {
    this.#state = { name, hash: '' };
    const compiler = webpack(configurationOf(name, folder));
    compiler.outputFileSystem = inMemory(this.#files);
    compiler.hooks.watchRun.tap('DevBuild', () => this.#begin());
    this.#watching = compiler.watch({ aggregateTimeout: 50, ignored: /node_modules/ }, (fault, stats) => {
      this.#state = nextState(this.#state, fault, stats);
      onBuilt({ state: this.#state, ...detailsOf(compiler, stats) });
      this.#built.resolve();
    });
  }

  get state(): BuildState {
    return this.#state;
  }

  /** Resolves once no build is running. */
  settled(): Promise<void> {
    return this.#built.promise;
  }

  /** Returns a file of the last good build. */
  file(name: string): Buffer | undefined {
    return this.#files.get(`/${name}`);
  }

  /** Resolves once nothing is running anymore. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#watching) this.#watching.close(() => resolve());
      else resolve();
    });
  }

  #begin(): void {
    const before = this.#built;
    this.#built = Promise.withResolvers();
    void this.#built.promise.then(before.resolve);
  }
}

function nextState({ name, hash }: BuildState, fault: Error | null, stats: Stats | undefined): BuildState {
  if (fault || !stats) return { name, hash, errors: String(fault) };
  if (!stats.hasErrors()) return { name, hash: stats.hash ?? '' };
  return { name, hash, errors: textOf(stats.toJson({ all: false, errors: true }).errors) };
}

function detailsOf({ modifiedFiles = new Set() }: Compiler, stats: Stats | undefined) {
  // a new file's folder is in the list, too
  const files = [...modifiedFiles].filter((file) => path.extname(file) !== '');
  return {
    changed: files.map((file) => path.relative(ROOT, file)),
    warnings: textOf(stats?.toJson({ all: false, warnings: true }).warnings),
    seconds: stats ? (stats.endTime - stats.startTime) / 1000 : 0,
  };
}

const textOf = (faults: readonly StatsError[] = []) =>
  faults.map(({ moduleName = '', message }) => `${moduleName}\n${plain(message)}`.trim()).join('\n\n');

/** Removes the compiler's colors and its own stack. */
const plain = (message: string) => stripVTControlCharacters(message).replace(/\s+Caused by:.*$/s, '');

/** Implements as much of a file system as webpack needs for writing. */
function inMemory(files: Map<string, Buffer>): NonNullable<Compiler['outputFileSystem']> {
  const system = {
    mkdir: (_folder: string, done: (fault: null) => void) => done(null),
    writeFile: (file: string, content: string | Buffer, done: (fault: null) => void) => {
      files.set(file, Buffer.from(content));
      done(null);
    },
  };
  return system as unknown as NonNullable<Compiler['outputFileSystem']>;
}
