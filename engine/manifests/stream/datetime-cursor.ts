import { FailureError } from '@headwater/base/failures/failure';
import { streamName } from '../manifest/load.ts';
import { formatMoment, Moment, parseIso, parseMoment, parseSpan, type Span } from '../template/moments.ts';
import { TemplateError } from '../template/template-error.ts';
import { isDict, isNumeric, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { valueAt } from './paths.ts';
import { inject, type RequestParts } from './request-parts.ts';
import type { Run } from './run.ts';
import type { Slice } from './slice.ts';

/** A slice of a range of time, and what it adds to its requests. */
export interface Interval {
  slice: Slice;
  /** Where it ends. Null if the stream has no cursor. */
  end: number | null;
  addTo(parts: RequestParts): void;
}

/** Where a read begins: after a state, or where somebody wants it to. */
export interface Beginning {
  /** The latest value that was read, as the manifest writes it. */
  value: string | null;
  /** How far before that, in milliseconds, if more than the manifest says. */
  overlap: number | null;
  startFrom: string | null;
}

/** The most slices of a stream, in case its step is far too small. */
const MOST_SLICES = 200_000;

export function cursorOf(stream: Dict): Dict | null {
  const cursor = own(stream, 'incremental_sync');
  return isDict(cursor) ? cursor : null;
}

/** Returns the intervals of time of a stream, one after another. One without bounds if it has no cursor. */
export function* intervalsOf(
  stream: Dict,
  slice: Slice,
  run: Run,
  beginning: Beginning | null,
): Generator<Interval> {
  const cursor = cursorOf(stream);
  if (cursor && own(cursor, 'type') === 'IncrementingCountCursor') {
    yield countInterval(cursor, slice, run, beginning);
    return;
  }
  if (!cursor) {
    yield { slice, end: null, addTo: () => undefined };
    return;
  }
  const datetimes = new DatetimeCursor(cursor, run, streamName(stream));
  const [lower, upper] = datetimes.range(beginning);
  let slices = 0;
  for (const [from, to] of datetimes.split(lower, upper)) {
    slices += 1;
    if (slices > MOST_SLICES)
      throw new FailureError('api_pages_endless', { table: streamName(stream), pages: MOST_SLICES });
    yield datetimes.interval(slice, from, to);
  }
}

/** A cursor that only grows, like an ID. The server gets where to begin if the manifest says how. */
function countInterval(cursor: Dict, slice: Slice, run: Run, beginning: Beginning | null): Interval {
  const templates = run.templates(cursor);
  const value = beginning?.value ?? beginning?.startFrom ?? templates.value('start_value');
  const option = templates.component('start_value_option');
  return {
    slice,
    end: null,
    addTo: (parts) => {
      if (option && value !== null && value !== undefined) inject(parts, option, Number(textOf(value)), run);
    },
  };
}

/** The range of time that a DatetimeBasedCursor reads, in steps. */
export class DatetimeCursor {
  readonly #cursor: Dict;
  readonly #run: Run;
  readonly #table: string;
  readonly #format: string;
  readonly #formats: string[];
  readonly #granularity: Span | null;

  constructor(cursor: Dict, run: Run, table: string) {
    this.#cursor = cursor;
    this.#run = run;
    this.#table = table;
    this.#format = textOf(own(cursor, 'datetime_format'));
    const formats = own(cursor, 'cursor_datetime_formats');
    this.#formats = [...(Array.isArray(formats) ? formats.map(textOf) : []), this.#format];
    this.#granularity = this.#span('cursor_granularity');
  }

  get field(): string {
    return this.#run.templates(this.#cursor).text('cursor_field');
  }

  /** Returns the cursor value of a record in milliseconds. Null if it has none that can be read. */
  momentOf(record: Dict): number | null {
    const value = valueAt(record, this.field.split('.')) ?? own(record, this.field);
    return value === undefined || value === null ? null : this.#parsed(value);
  }

  /** Returns a moment as a state holds it. */
  text(milliseconds: number): string {
    return formatMoment(new Moment(milliseconds), this.#format);
  }

  /** Returns a state's text in milliseconds. */
  parse(text: string): number {
    const parsed = this.#parsed(text);
    if (parsed === null)
      throw new FailureError('cursor_unusable', { table: this.#table, column: this.field, type: 'VARCHAR' });
    return parsed;
  }

  range(beginning: Beginning | null): [lower: number, upper: number] {
    const start = this.#bound('start_datetime')!;
    const end = this.#bound('end_datetime') ?? Date.now();
    const wanted = beginning?.startFrom ? (this.#parsed(beginning.startFrom) ?? start) : start;
    const earliest = Math.max(start, wanted);
    if (beginning?.value == null) return [earliest, end];
    const lookback = this.#span('lookback_window');
    const latest = this.parse(beginning.value);
    const back = Math.min(
      lookback ? new Moment(latest).plus(lookback, -1).milliseconds : latest,
      latest - (beginning.overlap ?? 0),
    );
    return [Math.max(earliest, back), end];
  }

  /** Splits a range by the cursor's step, so that no moment is in two parts if its granularity is known. */
  *split(lower: number, upper: number): Generator<[from: number, to: number]> {
    const step = this.#span('step');
    const finest = this.#granularity;
    const isStrict = this.#run.templates(this.#cursor).flag('is_compare_strictly');
    if (lower > upper || (lower === upper && (!finest || isStrict))) return;
    if (step && new Moment(lower).plus(step).milliseconds <= lower)
      throw new FailureError('api_template_failed', {
        field: 'step',
        component: 'DatetimeBasedCursor',
        reason: 'it is not a length of time',
      });
    for (let from = lower; ;) {
      const next = step ? new Moment(from).plus(step).milliseconds : upper;
      if (next >= upper) {
        yield [from, upper];
        return;
      }
      yield [from, finest ? new Moment(next).plus(finest, -1).milliseconds : next];
      from = next;
    }
  }

  interval(slice: Slice, from: number, to: number): Interval {
    const templates = this.#run.templates(this.#cursor);
    const [start, end] = [this.text(from), this.text(to)];
    const interval = newDict([
      [templates.text('partition_field_start', 'start_time'), start],
      [templates.text('partition_field_end', 'end_time'), end],
    ]);
    return {
      slice: { ...slice, interval },
      end: to,
      addTo: (parts) => {
        const [startOption, endOption] = [
          templates.component('start_time_option'),
          templates.component('end_time_option'),
        ];
        if (startOption) inject(parts, startOption, start, this.#run);
        if (endOption) inject(parts, endOption, end, this.#run);
      },
    };
  }

  #span(field: string): Span | null {
    const text = this.#run.templates(this.#cursor).text(field);
    return text === '' ? null : this.#readable(field, () => parseSpan(text));
  }

  #bound(field: string): number | null {
    const given = own(this.#cursor, field);
    if (!isDict(given)) {
      const text = this.#run.templates(this.#cursor).text(field);
      return text === '' ? null : this.#moment(text, field);
    }
    const templates = this.#run.templates(given);
    const format = textOf(own(given, 'datetime_format'));
    const at = (name: string) => {
      const text = templates.text(name);
      return text === '' ? null : this.#moment(text, field, format);
    };
    let moment = at('datetime');
    const [least, most] = [at('min_datetime'), at('max_datetime')];
    if (moment === null)
      throw new FailureError('api_template_failed', {
        field,
        component: 'DatetimeBasedCursor',
        reason: 'it has no value',
      });
    if (least !== null) moment = Math.max(moment, least);
    return most === null ? moment : Math.min(moment, most);
  }

  #moment(text: string, field: string, format = ''): number {
    for (const each of format === '' ? this.#formats : [format, ...this.#formats]) {
      const parsed = parsedAs(text, each);
      if (parsed !== null) return parsed;
    }
    return this.#readable(field, () => parseIso(text)).milliseconds;
  }

  #parsed(value: Value): number | null {
    if (typeof value !== 'string' && !isNumeric(value)) return null;
    const text = String(value);
    for (const format of this.#formats) {
      const parsed = parsedAs(text, format);
      if (parsed !== null) return parsed;
    }
    try {
      return typeof value === 'string' ? parseIso(text).milliseconds : null;
    } catch {
      return null;
    }
  }

  #readable<T>(field: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const reason = this.#run.redactor.redact(error.message);
      throw new FailureError('api_template_failed', { field, component: 'DatetimeBasedCursor', reason });
    }
  }
}

function parsedAs(text: string, format: string): number | null {
  try {
    return parseMoment(text, format).milliseconds;
  } catch {
    return null;
  }
}
