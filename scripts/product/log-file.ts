import { existsSync, fstatSync, mkdirSync, openSync, closeSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';

const LARGEST = 20 * 1024 * 1024;
const ERROR = /"level":(50|60)\b/;

/**
 * The server's log as a file of limited size in the data directory. Errors are also printed on the console,
 * in short form.
 */
export class LogFile {
  readonly path: string;
  readonly #dataDirectory: string;
  #file: number | undefined;
  #size = 0;

  constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory;
    this.path = path.join(dataDirectory, 'logs', 'headwater.log');
  }

  /** Called by the logger with one line. */
  write(line: string): void {
    if (ERROR.test(line)) console.error(shorten(line));
    // The API creates the data directory with the permissions that it needs. Before that, there is nowhere to
    // write.
    if (this.#file === undefined && existsSync(this.#dataDirectory)) this.#open();
    if (this.#file === undefined) return;
    this.#size += writeSync(this.#file, line);
    if (this.#size > LARGEST) this.#rotate(this.#file);
  }

  #open(): void {
    mkdirSync(path.dirname(this.path), { recursive: true, mode: 0o700 });
    this.#file = openSync(this.path, 'a', 0o600);
    this.#size = fstatSync(this.#file).size;
  }

  /** Keeps one older file. */
  #rotate(file: number): void {
    closeSync(file);
    renameSync(this.path, `${this.path}.1`);
    this.#open();
  }
}

function shorten(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
  return [msg, err?.message].filter(Boolean).join(': ');
}
