import { readFile } from 'node:fs/promises';
import type { LogLevel, LogLineAttributes } from '@headwater/shared/contract';
import { parseLines } from './attempt-log.ts';
import { listSegments, type Segment } from './log-segments.ts';

/** A line's place in the logs of a run. */
export interface LogPosition {
  attempt: number;
  line: number;
}

export interface LogQuery {
  /** Reads older lines than this one, the newest ones without it. */
  before?: LogPosition;
  /** Reads newer lines than this one instead. */
  after?: LogPosition;
  limit: number;
  /** Only these levels. */
  levels?: readonly LogLevel[];
  tableName?: string;
  /** Only lines that contain this text, ignoring case. */
  search?: string;
  /** The codes of lines and failures whose text contains it in the language of whoever searches. */
  codes?: readonly string[];
}

/** Lines, newest first, and the positions from which reading continues in both directions. */
export interface LogPage {
  lines: LogLineAttributes[];
  /** Null at the beginning of the log. */
  older: LogPosition | null;
  newer: LogPosition;
  hasNewer: boolean;
}

/** How much of a log a request reads at most. */
const SCAN_BYTES = 16 * 1024 ** 2;
/** How much text a page has at most. */
const PAGE_BYTES = 512 * 1024;

const START: LogPosition = { attempt: 0, line: 0 };
const END: LogPosition = { attempt: Infinity, line: Infinity };

const compare = (one: LogPosition, other: LogPosition) =>
  one.attempt - other.attempt || one.line - other.line;

/** Reads a page of a run's logs. */
export async function readLogPage(folder: string, query: LogQuery): Promise<LogPage> {
  const segments = await listSegments(folder);
  return query.after ? readNewer(segments, query.after, query) : readOlder(segments, query);
}

async function readOlder(segments: readonly Segment[], query: LogQuery): Promise<LogPage> {
  const before = query.before ?? END;
  const scan = new Scan(query);
  const ordered = segments.filter(({ attempt }) => attempt <= before.attempt).reverse();
  for (const segment of ordered) {
    const lines = (await linesOf(segment)).filter((line) => compare(line, before) < 0).reverse();
    if (!scan.take(lines)) break;
  }
  const { lines, first, last, isDone } = scan;
  return {
    lines,
    older: isDone ? null : last,
    newer: query.before ? justBelow(before) : (first ?? START),
    hasNewer: false,
  };
}

async function readNewer(
  segments: readonly Segment[],
  after: LogPosition,
  query: LogQuery,
): Promise<LogPage> {
  const scan = new Scan(query);
  for (const segment of segments.filter(({ attempt }) => attempt >= after.attempt)) {
    const lines = (await linesOf(segment)).filter((line) => compare(line, after) > 0);
    if (!scan.take(lines)) break;
  }
  return { lines: scan.lines.reverse(), older: null, newer: scan.last ?? after, hasNewer: !scan.isDone };
}

/** The position of the newest line that a page of lines before this position can have. */
const justBelow = ({ attempt, line }: LogPosition): LogPosition => ({ attempt, line: line - 1 });

/** Collects the lines that match, until the page is full or enough was read. */
class Scan {
  readonly lines: LogLineAttributes[] = [];
  /** The first and the last line that was looked at. */
  first: LogPosition | undefined;
  last: LogPosition | null = null;
  isDone = true;
  readonly #query: LogQuery;
  readonly #search: string | undefined;
  #scanned = 0;
  #bytes = 0;

  constructor(query: LogQuery) {
    this.#query = query;
    this.#search = query.search?.toLowerCase();
  }

  /** Returns false if the next segment isn't needed. */
  take(lines: readonly LogLineAttributes[]): boolean {
    for (const line of lines) {
      if (
        this.lines.length >= this.#query.limit ||
        this.#bytes >= PAGE_BYTES ||
        this.#scanned >= SCAN_BYTES
      ) {
        this.isDone = false;
        return false;
      }
      const { attempt, line: number } = line;
      this.last = { attempt, line: number };
      this.first ??= this.last;
      const text = textOf(line);
      this.#scanned += text.length;
      if (!this.#matches(line, text)) continue;
      this.#bytes += text.length;
      this.lines.push(line);
    }
    return true;
  }

  #matches({ level, tableName, code, failure }: LogLineAttributes, text: string): boolean {
    const { levels, tableName: wanted, codes } = this.#query;
    if (levels && !levels.includes(level)) return false;
    if (wanted !== undefined && tableName !== wanted) return false;
    if (this.#search === undefined || text.toLowerCase().includes(this.#search)) return true;
    return (
      codes !== undefined && (codes.includes(code) || (failure !== null && codes.includes(failure.code)))
    );
  }
}

/** What a search looks at besides codes: the English message, the table, and what went wrong. */
const textOf = ({ message, tableName, failure }: LogLineAttributes) =>
  [tableName, message, failure?.message, failure?.internalMessage].filter(Boolean).join(' ');

async function linesOf({ attempt, path }: Segment): Promise<LogLineAttributes[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''; // cut or deleted meanwhile
    throw error;
  });
  return parseLines(inOneSpelling(text)).map((line) => ({ attempt, ...line }));
}

/** Logs of older versions have another spelling. They are deleted after `KEPT_DAYS`, and this with them. */
const inOneSpelling = (text: string) => text.replaceAll(/"(code|state)":"cancelled"/g, '"$1":"canceled"');

/** Yields the logs of a run as text, a line each, for people to keep or send. */
export async function* logText(folder: string): AsyncIterable<string> {
  for (const segment of await listSegments(folder)) {
    const lines = await linesOf(segment);
    yield lines.map((line) => `${plainText(line)}\n`).join('');
  }
}

function plainText({ attempt, line, at, level, tableName, message, failure }: LogLineAttributes): string {
  const where = `${attempt}.${line}`.padEnd(8);
  const said = [message, failure?.message, failure?.internalMessage].filter(Boolean).join(' ');
  return `${at}  ${where}  ${level.padEnd(5)}  ${tableName === null ? '' : `${tableName}: `}${oneLine(said)}`;
}

const oneLine = (text: string) => text.replaceAll(/\s*[\r\n]+\s*/g, ' ');
