import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { rejectionReason } from '@headwater/protocol/rejection';
import { shown } from '../csv/csv.reader.ts';
import { LF } from '../csv/csv.row.ts';
import { JsonCutter, skipBlank } from './json.cutter.ts';
import type { RecordListener } from './json.listener.ts';
import type { JsonWindow } from './json.window.ts';

const MEBIBYTES = RECORD_LIMIT / 1024 ** 2;

/**
 * Reads JSON Lines: an object on each line. Any other line is rejected on its own, and the next one is read. Yields
 * whenever the listener is full, and regularly otherwise.
 */
export async function* readLines(
  window: JsonWindow,
  listener: RecordListener,
  signal: AbortSignal,
): AsyncGenerator<void> {
  const cutter = new JsonCutter();
  let line = 1;
  for (;;) {
    signal.throwIfAborted();
    const reads = await window.more();
    if (window.isTooLong) {
      listener.broken(line, rejectionReason('line_too_long', { mebibytes: MEBIBYTES }), start(window));
      await skipLine(window);
      line += 1;
    } else {
      for (;;) {
        line = takeLines(window, cutter, listener, line);
        if (!listener.isFull) break;
        window.settle();
        yield;
      }
      window.settle();
      yield;
    }
    if (!reads && window.isAtEnd && window.at >= window.end) return;
  }
}

/** Takes complete lines until the listener is full. Returns the number of the next one. */
function takeLines(window: JsonWindow, cutter: JsonCutter, listener: RecordListener, from: number): number {
  const { bytes, end, isAtEnd } = window;
  let line = from;
  while (window.at < end && !listener.isFull) {
    const found = bytes.indexOf(LF, window.at);
    const isCut = found < 0 || found >= end;
    if (isCut && !isAtEnd) break;
    const lineEnd = isCut ? end : found;
    const at = skipBlank(bytes, window.at, lineEnd);
    if (at < lineEnd) takeLine(bytes, at, lineEnd, cutter, listener, line);
    window.at = isCut ? end : found + 1;
    line += 1;
  }
  return line;
}

function takeLine(
  bytes: Buffer,
  at: number,
  end: number,
  cutter: JsonCutter,
  listener: RecordListener,
  line: number,
): void {
  const result = cutter.cut(bytes, at, end);
  const isAlone =
    (result === 'object' || result === 'not_object') && skipBlank(bytes, cutter.next, end) === end;
  if (result === 'object' && isAlone) listener.record(bytes, cutter, line);
  else
    listener.broken(
      line,
      rejectionReason(isAlone ? 'json_no_object' : 'json_invalid'),
      shown(bytes, at, end),
    );
}

const start = ({ bytes, at, end }: JsonWindow) => shown(bytes, at, end);

/** Leaves out the rest of a line, however long. */
async function skipLine(window: JsonWindow): Promise<void> {
  for (;;) {
    const found = window.bytes.indexOf(LF, window.at);
    const isFound = found >= 0 && found < window.end;
    window.at = isFound ? found + 1 : window.end;
    if (isFound || !(await window.more())) return;
  }
}
