import { rm } from 'node:fs/promises';
import type { RecordsFile, Rejection } from '../../protocol/protocol.ts';

export type Delivery =
  | { type: 'file'; file: RecordsFile }
  | { type: 'rejected'; rows: Rejection[] }
  | { type: 'progress'; rows: number }
  | { type: 'end' };

const PROGRESS_MS = 250;

/**
 * Connects the part that fills files with the part that loads them. While one file is loaded, the next one can be
 * filled, but no third one, so disk and memory stay bounded whichever part is slower.
 */
export class Handover {
  #free: number;
  #files: RecordsFile[] = [];
  #rejections: Rejection[] = [];
  #rows = 0;
  #reported = 0;
  #reportedAt = performance.now();
  #ended = false;
  #problem: Error | null = null;
  #changed = Promise.withResolvers<void>();

  constructor(files = 2) {
    this.#free = files;
  }

  /** Waits until another file may be filled. */
  async take(): Promise<void> {
    while (this.#free === 0 && this.#problem === null) await this.#changed.promise;
    if (this.#problem !== null) throw this.#problem;
    this.#free -= 1;
  }

  put(file: RecordsFile): void {
    this.#files.push(file);
    this.#change();
  }

  reject(row: Rejection): void {
    this.#rejections.push(row);
    this.#change();
  }

  progress(rows: number): void {
    this.#rows = rows;
    if (performance.now() - this.#reportedAt >= PROGRESS_MS) this.#change();
  }

  end(): void {
    this.#ended = true;
    this.#change();
  }

  /** Makes both sides fail with this problem, and removes files that haven't been delivered. */
  async fail(problem: unknown): Promise<void> {
    this.#problem ??= problem instanceof Error ? problem : new Error(String(problem));
    this.#change();
    const left = this.#files.splice(0);
    await Promise.all(left.map(({ path }) => rm(path, { force: true })));
  }

  /** Waits for the next delivery and returns it. */
  async next(): Promise<Delivery> {
    for (;;) {
      if (this.#problem !== null) throw this.#problem;
      const file = this.#files.shift();
      if (file) return { type: 'file', file };
      if (this.#rejections.length > 0) return { type: 'rejected', rows: this.#rejections.splice(0) };
      if (this.#ended) return { type: 'end' };
      if (this.#rows > this.#reported && performance.now() - this.#reportedAt >= PROGRESS_MS) {
        this.#reported = this.#rows;
        this.#reportedAt = performance.now();
        return { type: 'progress', rows: this.#rows };
      }
      await this.#changed.promise;
    }
  }

  /** Frees the slot of a delivered file that has been loaded. */
  release(): void {
    this.#free += 1;
    this.#change();
  }

  #change(): void {
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers();
    resolve();
  }
}
