import type { Exchange as ShownExchange, RequestTest } from '@headwater/shared/contract';
import { FailureError, toFailure } from '@headwater/base/failures/failure';
import type { Configuration, ConnectorContext } from '@headwater/protocol/protocol';
import { ExchangeNotes } from './exchange-notes.ts';
import type { Manifest } from './manifest/load.ts';
import { configurationOf } from './rest.config.ts';
import { keyOf, schemaOf } from './rest.discover.ts';
import { RateLimits } from './stream/rate-limits.ts';
import { readRecords } from './stream/read-stream.ts';
import { Run, TemplateFailure } from './stream/run.ts';
import { Sample, shapeOf } from './stream/schema.ts';
import { isDict, jsonOf, own, type Dict, type Value } from './template/values.ts';

const PAGES = 3;
/** How many pages without a record are looked through. */
const MOST_PAGES = 5;
const SHOWN_RECORDS = 20;
const RECORD_CHARACTERS = 4_000;
const SECONDS = 20;
const LONGEST_WAIT_MS = 5_000;

/**
 * Reads the first pages of a stream, and notes each request with its response. What goes wrong is part of the result,
 * with the line of the manifest that it comes from.
 */
export async function testRequests(
  given: Configuration,
  name: string,
  context: ConnectorContext,
): Promise<RequestTest> {
  const configuration = configurationOf(given);
  const { manifest } = configuration;
  const stream = manifest.streams.get(name);
  if (!stream) throw new FailureError('table_missing', { table: name });
  const deadline = AbortSignal.timeout(SECONDS * 1_000);
  const notes = new ExchangeNotes();
  const run = new Run({
    ...configuration,
    context: { ...context, signal: AbortSignal.any([context.signal, deadline]) },
    longestWaitMs: LONGEST_WAIT_MS,
    onExchange: (exchange) => notes.add(exchange),
  });
  const found = { pages: 0, isStopped: false, records: [] as Dict[], recordCount: 0 };
  let problem: unknown = null;
  try {
    await readFirst(found, name, { stream, manifest, run, notes });
  } catch (error) {
    context.signal.throwIfAborted();
    problem = deadline.aborted
      ? new FailureError('preview_timed_out', { table: name, seconds: SECONDS })
      : error;
  } finally {
    run.close();
  }
  const { pages, isStopped, recordCount, records } = found;
  const redacted = (text: string) => run.redactor.redact(text);
  return {
    exchanges: notes.shown(redacted) satisfies ShownExchange[],
    requests: notes.count,
    pages,
    isStopped,
    recordCount,
    records: records
      .slice(0, SHOWN_RECORDS)
      .map((record) => redacted(jsonOf(record)).slice(0, RECORD_CHARACTERS)),
    ...columnsOf(stream, records, run),
    failure: problem === null ? null : toFailure(problem),
    line: lineOf(problem, recordCount, stream, manifest),
  };
}

interface Read {
  stream: Dict;
  manifest: Manifest;
  run: Run;
  notes: ExchangeNotes;
}

async function readFirst(
  found: { pages: number; isStopped: boolean; records: Dict[]; recordCount: number },
  table: string,
  { stream, manifest, run, notes }: Read,
): Promise<void> {
  const limits = manifest.budget ? new RateLimits(manifest.budget, run) : null;
  const all = readRecords({ stream, incremental: null, startFrom: null, limits, table }, run);
  for await (const records of all) {
    found.pages += 1;
    found.recordCount += records.length;
    found.records.push(...records.slice(0, 1_000));
    notes.countRecords(records.length);
    found.isStopped = found.pages >= (found.recordCount > 0 ? PAGES : MOST_PAGES);
    if (found.isStopped) return;
  }
}

/** The columns that the manifest has for the stream, or those of the records. */
function columnsOf(
  stream: Dict,
  records: readonly Dict[],
  run: Run,
): Pick<RequestTest, 'columns' | 'isInferred'> {
  const key = keyOf(stream, run);
  const declared = shapeOf(schemaOf(stream), key);
  const sample = new Sample();
  for (const record of records) sample.add(record);
  const { columns } = declared ?? sample.shape(key);
  return {
    columns: columns.map(({ name, kind, type, sourceType, nullable }) => ({
      name,
      kind,
      type,
      sourceType,
      nullable,
    })),
    isInferred: declared === null,
  };
}

/** Returns the line of the component that the problem comes from. */
function lineOf(problem: unknown, recordCount: number, stream: Dict, { lines }: Manifest): number | null {
  if (problem instanceof TemplateFailure) return lines.of(problem.component, problem.field);
  const retriever = dictIn(stream, 'retriever');
  const requester = retriever && dictIn(retriever, 'requester');
  if (problem === null) {
    const selector = retriever && dictIn(retriever, 'record_selector');
    const extractor = selector && dictIn(selector, 'extractor');
    if (recordCount > 0 || !extractor) return null;
    return lines.of(extractor, 'field_path');
  }
  if (!(problem instanceof FailureError) || !requester) return lines.of(stream);
  const { code } = problem.failure;
  const authenticator = dictIn(requester, 'authenticator');
  if (authenticator && (code === 'api_sign_in_failed' || code === 'api_access_refused'))
    return lines.of(authenticator);
  if (code === 'api_pages_repeat' || code === 'api_pages_endless') return lines.of(retriever, 'paginator');
  return lines.of(requester, own(requester, 'path') === undefined ? 'url' : 'path');
}

function dictIn(component: Dict, field: string): Dict | null {
  const value: Value = own(component, field);
  return isDict(value) ? value : null;
}
