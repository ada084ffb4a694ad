import { existsSync, fstatSync, mkdirSync, openSync, closeSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';

const LARGEST = 20 * 1024 * 1024;
const ERROR = /"level":(50|60)\b/;

/** The server's log as a file of bounded size in the data directory; errors also go to the console, in a few words. */
export class LogFile {
  readonly path: string;
  readonly #dataDirectory: string;
  #file: number | undefined;
  #size = 0;

  constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory;
    this.path = path.join(dataDirectory, 'logs', 'headwater.log');
  }

  /** Called by the logger, with one line. */
  write(line: string): void {
    if (ERROR.test(line)) console.error(inShort(line));
    // The API makes the data directory, with the rights that it needs; before that there is nowhere to write to.
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

  /** One older file is kept. */
  #rotate(file: number): void {
    closeSync(file);
    renameSync(this.path, `${this.path}.1`);
    this.#open();
  }
}

function inShort(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
  return [msg, err?.message].filter(Boolean).join(': ');
}
