import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext, UploadedFile } from '@headwater/protocol/protocol';
import { download, obtain, requireThere, type Downloaded, type Validators } from './download.ts';
import type { NamedAddress } from './web-file.config.ts';

/** How many requests there are at a time. */
const AT_ONCE = 4;

/** What one of several files was when it was loaded. */
export interface FileState extends Validators {
  /** Null if it wasn't there. */
  sha256: string | null;
}

export interface WebFile extends UploadedFile {
  validators: Validators;
}

interface Options {
  skipsMissing: boolean;
  /** The files stay on disk once they were read, because others of their tables are read afterward. */
  keeps: boolean;
}

/** Several files from the web, a few of which are downloaded ahead of the one that is read. */
export class WebFiles {
  readonly #addresses: readonly NamedAddress[];
  readonly #context: ConnectorContext;
  readonly #options: Options;
  readonly #stop = new AbortController();
  readonly #obtained = new Map<number, Promise<WebFile | null>>();
  /** What each file was, as far as it has been asked for. */
  readonly states: FileState[] = [];
  readonly missing: string[] = [];

  constructor(addresses: readonly NamedAddress[], context: ConnectorContext, options: Options) {
    this.#addresses = addresses;
    const signal = AbortSignal.any([context.signal, this.#stop.signal]);
    this.#context = { ...context, signal };
    this.#options = options;
  }

  /** Passes on one file after another, each until the next one is wanted. Leaves out those that are missing, if it may. */
  async *inOrder(): AsyncGenerator<WebFile> {
    this.missing.length = 0;
    let firstRefusal: unknown;
    for (const [at, { name }] of this.#addresses.entries()) {
      for (let ahead = at; ahead < Math.min(at + AT_ONCE, this.#addresses.length); ahead += 1)
        this.#start(ahead);
      let file: WebFile | null;
      try {
        file = await this.#obtained.get(at)!;
      } catch (error) {
        if (!this.#options.skipsMissing || !isMissing(error)) throw error;
        firstRefusal ??= error;
        file = null;
      }
      this.states[at] = file
        ? { ...file.validators, sha256: file.sha256 }
        : { etag: null, lastModified: null, sha256: null };
      if (file) yield file;
      else this.missing.push(name);
      if (file && !this.#options.keeps) await this.#forget(at);
    }
    // All of them missing is no table without rows.
    if (this.missing.length === this.#addresses.length) throw firstRefusal;
  }

  /** Returns the files' states if each is as it was. What is downloaded to find out isn't downloaded again. */
  async unchanged(before: readonly FileState[]): Promise<FileState[] | null> {
    const states: FileState[] = [];
    for (let from = 0; from < this.#addresses.length; from += AT_ONCE) {
      const some = before.slice(from, from + AT_ONCE);
      const now = await Promise.all(some.map((state, at) => this.#stateNow(from + at, state)));
      for (const state of now) {
        if (!state) return null;
        states.push(state);
      }
    }
    return states;
  }

  /** Ends downloads that nobody waits for, and removes what is left. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#obtained.values());
    for (const at of this.#obtained.keys()) await rm(this.#path(at), { force: true });
  }

  /** Asks for some of the files without taking them. Returns the names of those that aren't there, if that's allowed. */
  async missingAmong(positions: readonly number[]): Promise<string[]> {
    const missing: string[] = [];
    for (let from = 0; from < positions.length; from += AT_ONCE)
      await Promise.all(
        positions.slice(from, from + AT_ONCE).map(async (at) => {
          const { url, name } = this.#addresses[at]!;
          try {
            await requireThere(new URL(url), this.#context);
          } catch (error) {
            if (!this.#options.skipsMissing || !isMissing(error)) throw this.#named(error, at);
            missing.push(name);
          }
        }),
      );
    return missing;
  }

  async #stateNow(at: number, before: FileState): Promise<FileState | null> {
    const { url } = this.#addresses[at]!;
    const path = this.#path(at);
    try {
      const found = await download(new URL(url), path, this.#context, before.sha256 === null ? null : before);
      if (found === 'unchanged') return before;
      if (found.sha256 !== before.sha256) {
        this.#obtained.set(at, Promise.resolve(this.#fileOf(at, found)));
        return null;
      }
      await rm(path, { force: true });
      return { etag: found.etag, lastModified: found.lastModified, sha256: found.sha256 };
    } catch (error) {
      if (before.sha256 === null && this.#options.skipsMissing && isMissing(error)) return before;
      if (!this.#options.skipsMissing || !isMissing(error)) throw this.#named(error, at);
      return null;
    }
  }

  #start(at: number): void {
    if (this.#obtained.has(at)) return;
    const { url } = this.#addresses[at]!;
    const obtained = obtain(new URL(url), this.#path(at), this.#context).then(
      (found) => this.#fileOf(at, found),
      (error: unknown) => {
        throw this.#named(error, at);
      },
    );
    obtained.catch(() => undefined); // Whoever wants it next gets the error.
    this.#obtained.set(at, obtained);
  }

  async #forget(at: number): Promise<void> {
    this.#obtained.delete(at);
    await rm(this.#path(at), { force: true });
  }

  #fileOf(at: number, { etag, lastModified, ...file }: Downloaded): WebFile {
    const { name } = this.#addresses[at]!;
    return { ...file, path: this.#path(at), fileName: name, validators: { etag, lastModified } };
  }

  #path(at: number): string {
    return join(this.#context.temporaryFolder, `web-file-${at}`);
  }

  /** Says which of the files it is about: the host alone is that of all of them. */
  #named(error: unknown, at: number): unknown {
    if (!(error instanceof FailureError) || !error.failure.code?.startsWith('web_file_')) return error;
    const { code, values, field, internalMessage } = error.failure;
    const host = `${String(values.host)} (${this.#addresses[at]!.name})`;
    return new FailureError(code as 'web_file_refused', { ...values, host }, { field, internalMessage });
  }
}

/** The server says that there is no such file, and not that it won't give it to us. */
const isMissing = (error: unknown) =>
  error instanceof FailureError &&
  error.failure.code === 'web_file_refused' &&
  [404, 410].includes(Number(error.failure.values.status));
