import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

const LARGEST = 20 * 1024 * 1024;
const ERROR = /"level":(50|60)\b/;
const LINE_FEED = 0x0a;

/**
 * The server's log as a file of limited size in the data directory. Errors are also printed on the console,
 * in short form. Writing never throws: whoever reports a failure must not fail because of the report. Lines that
 * the disk doesn't take are counted, and the log says how many once it can be written again.
 */
export class LogFile {
  readonly path: string;
  readonly #dataDirectory: string;
  #file: number | undefined;
  #size = 0;
  /** Whether the file ends in the middle of a line, which the next one must not continue. */
  #isCut = false;
  #lost = 0;

  constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory;
    this.path = path.join(dataDirectory, 'logs', 'headwater.log');
  }

  /** Called by the logger with one line. */
  write(line: string): void {
    if (ERROR.test(line)) console.error(shorten(line));
    // The API creates the data directory with the permissions that it needs. Before that, there is nowhere to
    // write.
    if (this.#file === undefined && !existsSync(this.#dataDirectory)) return;
    try {
      if (this.#size > LARGEST) this.#rotate();
      this.#file ??= this.#open();
      if (this.#lost > 0) this.#append(this.#file, lostLines(this.#lost));
      this.#lost = 0;
      this.#append(this.#file, line);
    } catch (error) {
      if (this.#lost === 0) console.error(`The log can't be written: ${(error as Error).message}`);
      this.#lost += 1;
    }
  }

  #open(): number {
    mkdirSync(path.dirname(this.path), { recursive: true, mode: 0o700 });
    const file = openSync(this.path, 'a+', 0o600);
    this.#size = fstatSync(file).size;
    const last = Buffer.alloc(1);
    this.#isCut = readSync(file, last, 0, 1, this.#size - 1) === 1 && last[0] !== LINE_FEED;
    return file;
  }

  /** Writes all of the text. On a disk that fills up, only its beginning may be written before this throws. */
  #append(file: number, text: string): void {
    const bytes = Buffer.from(this.#isCut ? `\n${text}` : text);
    for (let written = 0; written < bytes.length;) {
      written += writeSync(file, bytes, written);
      this.#isCut = bytes[written - 1] !== LINE_FEED;
    }
    this.#size += bytes.length;
  }

  /** Keeps one older file. */
  #rotate(): void {
    renameSync(this.path, `${this.path}.1`);
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#size = 0;
  }
}

/** A line in the logger's own form. */
function lostLines(lines: number): string {
  const msg = 'The log could not be written for a while, and lines were lost.';
  return `${JSON.stringify({ level: 40, time: Date.now(), lines, msg })}\n`;
}

function shorten(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
  return [msg, err?.message].filter(Boolean).join(': ');
}
