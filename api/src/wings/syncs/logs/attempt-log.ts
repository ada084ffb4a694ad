import { appendFile, readFile } from 'node:fs/promises';
import type { MessageValues } from '@headwater/shared/contract';
import { withoutOurFolders } from '@headwater/base/failures/without-paths';
import { logEntry, type LogEntry } from '@headwater/protocol/log-entry';
import { hideSecrets } from './hide-secrets.ts';
import { cutMiddle, listSegments, SEGMENT_BYTES, segmentPath } from './log-segments.ts';

/** The most lines that may wait for the disk. */
const MOST_WAITING = 5_000;
/** The limit for a text within a line. */
const TEXT_LENGTH = 2_000;

/** A line as it is stored. */
export interface StoredLine extends LogEntry {
  line: number;
  at: string;
}

interface Options {
  /** Creates the run's folder and returns it. */
  folder: () => Promise<string>;
  attempt: number;
  /** Called after lines were written. */
  onWritten: () => void;
  /** Receives what kept lines from being written. */
  onError: (error: unknown) => void;
}

/**
 * Writes the log of one attempt. A log must never fail or delay a sync: writing happens in the background, and lines that
 * can't be written, as on a full disk, are dropped and counted.
 */
export class AttemptLog {
  readonly #options: Options;
  #secrets: readonly string[] = [];
  #waiting: LogEntry[] = [];
  #lost = 0;
  #writing: Promise<void> | undefined;
  #end: { folder: string; segment: number; bytes: number; line: number } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Hides these texts in all lines from now on. What is logged has no secrets of its own, but quotes others. */
  hide(secrets: readonly string[]): void {
    this.#secrets = secrets;
  }

  write(entry: LogEntry): void {
    if (this.#waiting.length >= MOST_WAITING) this.#lost += 1;
    else this.#waiting.push({ ...entry, ...this.#cleared(entry) });
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
  }

  /** Waits until everything is written. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const entries = this.#waiting;
      this.#waiting = [];
      try {
        await this.#append(entries);
        this.#options.onWritten();
      } catch (error) {
        if (this.#lost === 0) this.#options.onError(error);
        this.#lost += entries.length;
        this.#end = undefined; // a line may have been written in part
      }
    }
  }

  async #append(entries: readonly LogEntry[]): Promise<void> {
    const end = (this.#end ??= await this.#findEnd());
    if (end.bytes >= SEGMENT_BYTES) {
      end.segment += 1;
      end.bytes = 0;
      await cutMiddle(end.folder, this.#options.attempt, end.segment);
    }
    const lost = this.#lost > 0 ? [logEntry('warn', 'lines_lost', { lines: this.#lost })] : [];
    const at = new Date().toISOString();
    const text = [...lost, ...entries]
      .map(
        (entry, index) =>
          `${JSON.stringify({ line: end.line + index + 1, at, ...entry } satisfies StoredLine)}\n`,
      )
      .join('');
    await appendFile(segmentPath(end.folder, this.#options.attempt, end.segment), text, { mode: 0o600 });
    end.line += lost.length + entries.length;
    end.bytes += Buffer.byteLength(text);
    this.#lost = 0;
  }

  /** Finds where an earlier part of the same attempt ended: before a restart, or before a failed write. */
  async #findEnd() {
    const { attempt } = this.#options;
    const folder = await this.#options.folder();
    const last = (await listSegments(folder)).findLast((segment) => segment.attempt === attempt);
    if (!last) return { folder, segment: 0, bytes: 0, line: 0 };
    const text = await readFile(last.path, 'utf8');
    // The line that was interrupted is ended, so that the next one can be read.
    if (text !== '' && !text.endsWith('\n')) await appendFile(last.path, '\n');
    const line = parseLines(text).at(-1)?.line ?? 0;
    return { folder, segment: last.number, bytes: Buffer.byteLength(text), line };
  }

  /** Returns the entry's texts without secrets, without our folders, and not too long. */
  #cleared({ message, values, failure }: LogEntry): Pick<LogEntry, 'message' | 'values' | 'failure'> {
    const clear = (text: string) => withoutOurFolders(hideSecrets(text, this.#secrets)).slice(0, TEXT_LENGTH);
    const clearAll = (all: MessageValues): MessageValues =>
      Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name, typeof value === 'string' ? clear(value) : value]),
      );
    return {
      message: clear(message),
      values: clearAll(values),
      failure: failure && {
        ...failure,
        message: clear(failure.message),
        internalMessage: failure.internalMessage && clear(failure.internalMessage),
        values: clearAll(failure.values),
      },
    };
  }
}

/** Parses stored lines. Leaves out those that were interrupted while they were written. */
export const parseLines = (text: string): StoredLine[] =>
  text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as StoredLine];
    } catch {
      return [];
    }
  });
