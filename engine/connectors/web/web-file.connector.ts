import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { tableNameOf, tableNameOfPart } from '@headwater/shared/contract/plain';
import { FailureError, toFailure } from '@headwater/base/failures/failure';
import type {
  Configuration,
  ConfiguredCatalog,
  ConfiguredStream,
  Connector,
  ConnectorContext,
  DiscoveredStream,
  ReadMessage,
  StreamState,
  StreamStates,
  UploadedFile,
} from '@headwater/protocol/protocol';
import { firstRows } from '@headwater/protocol/first-rows';
import { rejectsOverLimit } from '@headwater/protocol/reject-limit';
import type { DialectChoices } from '../files/csv/csv.dialect.ts';
import type { FoundTable } from '../files/file-format.ts';
import { findingsOf, isWarning, scannedFinding } from '../files/files.findings.ts';
import { lookAt, type Looked } from '../files/files.known.ts';
import { formatNamed } from '../files/formats.ts';
import { checkStep } from '@headwater/protocol/check-step';
import { finding } from '@headwater/protocol/finding';
import { requireRows } from '../require-rows.ts';
import { passed, takeSteps, type Outcome, type Step } from '@headwater/protocol/take-steps';
import { download, obtain, targetOf, type Downloaded, type Validators } from './download.ts';
import {
  namedAddresses,
  nameOf,
  webFileSpecification,
  type WebFileConfiguration,
} from './web-file.config.ts';
import { checkSet, discoverSet, previewSet, readSet, type FileSet } from './web-file-set.ts';

/** What a version was loaded from, and how. */
interface State extends Validators {
  url: string;
  choices: DialectChoices;
  sha256: string;
}

/** Which of the file's tables a stream is. */
interface Source extends Record<string, unknown> {
  part: string | null;
}

/**
 * A file behind a URL, of any kind that can be uploaded, or several of them as one table. They are downloaded again for
 * each sync if one has changed.
 */
export const webFile: Connector = {
  name: 'web_file',
  spec: () => webFileSpecification,
  keepsSecrets: () => true, // There are none.
  check,
  discover,
  read,
  preview,
};

async function* check(given: Configuration, context: ConnectorContext): ReturnType<Connector['check']> {
  let set: FileSet | null;
  try {
    set = setOf(given);
  } catch (error) {
    yield checkStep('resolve', 'running');
    yield checkStep('resolve', 'failed', { started: performance.now(), failure: toFailure(error) });
    return;
  }
  if (set) return yield* checkSet(set, context);
  const { url, choices } = split(given);
  const steps: Step[] = [
    [
      'resolve',
      async () => passed(finding('address_found', { address: await targetOf(new URL(url), context) })),
    ],
    ['scan', () => scan(url, choices, context)],
  ];
  yield* takeSteps(steps, context.signal);
}

async function scan(url: string, choices: DialectChoices, context: ConnectorContext): Promise<Outcome> {
  const { tables } = await lookAtAll(url, choices, context);
  const problems = tables.map((table) => problemOf(url, table));
  if (problems.length > 0 && problems.every((problem) => problem !== null))
    throw new FailureError(problems[0]!);
  const findings = tables.flatMap((table) => [scannedFinding(nameOf(url), table), ...findingsOf(table)]);
  return { state: findings.some(isWarning) ? 'warning' : 'passed', findings };
}

async function discover(given: Configuration, context: ConnectorContext): Promise<DiscoveredStream[]> {
  const set = setOf(given);
  if (set) return discoverSet(set, context);
  const { url, choices } = split(given);
  const name = nameOf(url);
  const { tables, bytes } = await lookAtAll(url, choices, context);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return tables.map((table) => ({
    namespace: table.part === null ? null : name,
    name: table.part ?? name,
    suggestedTableName: tableNameFor(url, table),
    primaryKey: table.primaryKey ?? [],
    columns: table.columns,
    source: { part: table.part } satisfies Source,
    problem: problemOf(url, table),
    findings: findingsOf(table),
    ...(table.layout && { layout: table.layout }),
    ...(table.comments && { comments: table.comments }),
    estimatedRows: table.rows,
    estimatedBytes: rows === 0 ? bytes : Math.round((bytes * table.rows) / rows),
  }));
}

async function* read(
  given: Configuration,
  catalog: ConfiguredCatalog,
  states: StreamStates,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const set = setOf(given);
  if (set) return yield* readSet(set, catalog, states, context);
  const { url, choices } = split(given);
  const known = catalog.map(({ tableName }) => states.get(tableName));
  const before = commonState(known, url, choices);
  const path = join(context.temporaryFolder, 'web-file');
  try {
    const address = new URL(url);
    const downloaded = await (before
      ? download(address, path, context, before)
      : obtain(address, path, context));
    // A server without validators sends the same file again.
    if (downloaded === 'unchanged' || (before && downloaded.sha256 === before.sha256)) {
      const state = { ...before!, ...(downloaded === 'unchanged' ? {} : validatorsOf(downloaded)) };
      for (const { tableName } of catalog)
        yield { type: 'STREAM_STATUS', tableName, status: 'UNCHANGED', state };
      return;
    }
    const file = fileOf(url, path, downloaded);
    const looked = await lookAt(file, choices, context);
    const state: State = { url, choices, sha256: file.sha256, ...validatorsOf(downloaded) };
    for (const stream of catalog) yield* readTable(stream, { file, looked, choices, state, context });
  } catch (error) {
    context.signal.throwIfAborted();
    for (const { tableName } of catalog)
      yield { type: 'STREAM_STATUS', tableName, status: 'INCOMPLETE', failure: toFailure(error) };
  } finally {
    await rm(path, { force: true });
  }
}

async function* preview(
  given: Configuration,
  stream: ConfiguredStream,
  rows: number,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const set = setOf(given);
  if (set) return yield* previewSet(set, stream, rows, context);
  yield* firstRows(read(given, [stream], new Map(), context), rows);
}

interface Reading {
  file: UploadedFile;
  looked: Looked;
  choices: DialectChoices;
  state: State;
  context: ConnectorContext;
}

async function* readTable(
  stream: ConfiguredStream,
  { file, looked, choices, state, context }: Reading,
): AsyncIterable<ReadMessage> {
  const { tableName, columns } = stream;
  const { part } = stream.source as Source;
  try {
    const table = looked.tables.find((each) => each.part === part);
    if (!table) throw new FailureError('table_missing', { table: tableName });
    if (table.problem) throw new FailureError(table.problem);
    const names = new Set(columns.map(({ name }) => name));
    const newColumns = table.columns.map(({ name }) => name).filter((name) => !names.has(name));
    // The file's own columns: those that were discovered may have been those of another file.
    const now: ConfiguredStream = { ...stream, columns: table.columns, source: { ...table.source, part } };
    yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns: table.columns, newColumns };
    const known = { ...file, packing: looked.packing };
    const rowsRead = yield* formatNamed(looked.format).read(known, now, choices, context);
    requireRows(tableName, table.rows, rowsRead);
    // Only a version that is replaced as a whole is as good as what it would be replaced with.
    if (stream.destinationSyncMode === 'overwrite')
      yield { type: 'STATE', tableName, state: state as unknown as StreamState };
    yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead };
  } catch (error) {
    context.signal.throwIfAborted();
    yield { type: 'STREAM_STATUS', tableName, status: 'INCOMPLETE', failure: toFailure(error) };
  }
}

/** Downloads the file, looks at all of it, and removes it. */
async function lookAtAll(
  url: string,
  choices: DialectChoices,
  context: ConnectorContext,
): Promise<Looked & { bytes: number }> {
  const path = join(context.temporaryFolder, 'web-file');
  try {
    const downloaded = await obtain(new URL(url), path, context);
    const file = fileOf(url, path, downloaded);
    return { ...(await lookAt(file, choices, context)), bytes: file.bytes };
  } finally {
    await rm(path, { force: true });
  }
}

function split(given: Configuration): { url: string; choices: DialectChoices } {
  const {
    url,
    moreUrls: _more,
    missingFiles: _missing,
    ...choices
  } = given as unknown as WebFileConfiguration;
  return { url, choices };
}

/** Returns what is read if it's several files. Null if it's one. */
function setOf(given: Configuration): FileSet | null {
  const configuration = given as unknown as WebFileConfiguration;
  const addresses = namedAddresses(configuration);
  return addresses && { configuration, addresses, choices: split(given).choices };
}

const fileOf = (url: string, path: string, { bytes, sha256, charset }: Downloaded): UploadedFile => ({
  path,
  fileName: nameOf(url),
  bytes,
  sha256,
  charset,
});

const validatorsOf = ({ etag, lastModified }: Validators): Validators => ({ etag, lastModified });

/** The state of all tables, if every one was loaded from the same file in the same way. */
function commonState(
  states: readonly (StreamState | undefined)[],
  url: string,
  choices: DialectChoices,
): State | null {
  const [first, ...others] = states as (State | undefined)[];
  if (!first || others.some((other) => other?.sha256 !== first.sha256)) return null;
  return first.url === url && isDeepStrictEqual(first.choices, choices) ? first : null;
}

function tableNameFor(url: string, { part, suggestedName }: FoundTable): string {
  const fileTable = tableNameOf(nameOf(url));
  return part === null ? fileTable : (suggestedName ?? tableNameOfPart(fileTable, part));
}

function problemOf(url: string, table: FoundTable) {
  const { rows, rejected, problem, rejections } = table;
  return problem ?? rejectsOverLimit(tableNameFor(url, table), { rows, rejected, first: rejections[0] });
}
