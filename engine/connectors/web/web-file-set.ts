import { isDeepStrictEqual } from 'node:util';
import { tableNameOfPart } from '@headwater/shared/contract/plain';
import { FailureError, toFailure } from '@headwater/base/failures/failure';
import type {
  ConfiguredCatalog,
  ConfiguredStream,
  Connector,
  ConnectorContext,
  DiscoveredStream,
  ReadMessage,
  StreamState,
  StreamStates,
} from '@headwater/protocol/protocol';
import { firstRows } from '@headwater/protocol/first-rows';
import { logEntry } from '@headwater/protocol/log-entry';
import { rejectsOverLimit } from '@headwater/protocol/reject-limit';
import type { DialectChoices } from '../files/csv/csv.dialect.ts';
import type { FoundTable } from '../files/file-format.ts';
import { findingsOf, isWarning, scannedFinding } from '../files/files.findings.ts';
import { lookAt, type Looked } from '../files/files.known.ts';
import { formatNamed } from '../files/formats.ts';
import { FileParts, partOf } from '../files/united/united-parts.ts';
import { keyOf, UnitedTable } from '../files/united/united-table.ts';
import { unitedRows } from '../files/united/united-rows.ts';
import { finding } from '@headwater/protocol/finding';
import { requireRows } from '../require-rows.ts';
import { passed, takeSteps, type Outcome } from '@headwater/protocol/take-steps';
import { targetOf } from './download.ts';
import {
  patternOf,
  tableNameOfPattern,
  type NamedAddress,
  type WebFileConfiguration,
} from './web-file.config.ts';
import { WebFiles, type FileState, type WebFile } from './web-files.ts';

/** Several files that become one table, or one for each sheet that they have. */
export interface FileSet {
  configuration: WebFileConfiguration;
  addresses: NamedAddress[];
  choices: DialectChoices;
}

/** Which of the files' tables a stream is. */
interface Source extends Record<string, unknown> {
  part: string | null;
  /** The column that says which file a row is from. */
  fileColumn: string;
}

/** What a version was loaded from, and how. */
interface State {
  urls: string[];
  choices: DialectChoices;
  files: FileState[];
}

/**
 * Finds each server, looks at all of the first and the last file, and asks for the others without taking them: the
 * discovery that follows looks at all of them anyway.
 */
export async function* checkSet(set: FileSet, context: ConnectorContext): ReturnType<Connector['check']> {
  yield* takeSteps(
    [
      ['resolve', () => resolve(set, context)],
      ['scan', () => scan(set, context)],
    ],
    context.signal,
  );
}

async function resolve({ addresses }: FileSet, context: ConnectorContext): Promise<Outcome> {
  const origins = new Map(addresses.map(({ url }) => [new URL(url).origin, url]));
  const found = new Set<string>();
  for (const url of origins.values()) found.add(await targetOf(new URL(url), context));
  return passed(finding('address_found', { address: [...found].slice(0, 5).join(', ') }));
}

async function scan(set: FileSet, context: ConnectorContext): Promise<Outcome> {
  const { addresses, choices } = set;
  const last = addresses.length - 1;
  const files = filesOf(set, context, false);
  // If files may be missing, both ends may be.
  const asked = addresses.flatMap((_, at) => (skipsMissing(set) || (at > 0 && at < last) ? [at] : []));
  const missing = await files.missingAmong(asked);
  const there = addresses.filter(({ name }) => !missing.includes(name));
  const ends = there.length > 0 ? [...new Set([there[0]!, there.at(-1)!])] : addresses;
  const looked = new WebFiles(ends, context, { skipsMissing: skipsMissing(set), keeps: false });
  try {
    const tables = new SetTables();
    const scanned: FoundTable[] = [];
    const findings = [
      finding('files_found', {
        files: addresses.length,
        first: addresses[0]!.name,
        last: addresses[last]!.name,
      }),
    ];
    for await (const file of looked.inOrder()) {
      const found = await lookAt(file, choices, context);
      tables.add(file, found);
      for (const table of found.tables) {
        scanned.push(table);
        findings.push(scannedFinding(file.fileName, table), ...findingsOf(table));
      }
    }
    const all = tables.all(tableNameIn(set));
    const problems = all.map(({ united }) => united.problem);
    if (problems.length > 0 && problems.every((problem) => problem !== null))
      throw new FailureError(problems[0]!);
    for (const { united } of all) findings.push(...united.findings.filter(isDifference));
    findings.push(...missingFindings(missing));
    return { state: findings.some(isWarning) ? 'warning' : 'passed', findings: onlyOnce(findings) };
  } finally {
    await looked.close();
  }
}

const isDifference = ({ code }: { code: string }) =>
  code === 'column_types_differ' || code === 'column_not_everywhere';

/** Looks at each file, which is downloaded once, and removed before the next ones are. */
export async function discoverSet(set: FileSet, context: ConnectorContext): Promise<DiscoveredStream[]> {
  const { configuration, choices } = set;
  const files = filesOf(set, context, false);
  const tables = new SetTables();
  let bytes = 0;
  try {
    for await (const file of files.inOrder()) {
      tables.add(file, await lookAt(file, choices, context));
      bytes += file.bytes;
    }
  } finally {
    await files.close();
  }
  const pattern = patternOf(configuration);
  const found = tables.all(tableNameIn(set));
  const rows = found.reduce((sum, { united }) => sum + united.rows, 0);
  return found.map(({ part, suggestedName, united }) => {
    const { columns, fileColumn, problem, findings, layout, files: count } = united;
    const lacking = tables.files - count;
    const lack =
      lacking > 0 ? [finding('table_not_everywhere', { missing: lacking, files: tables.files })] : [];
    return {
      namespace: part === null ? null : pattern,
      name: part ?? pattern,
      suggestedTableName: tableNameIn(set)(part, suggestedName),
      primaryKey: [],
      columns,
      source: { part, fileColumn } satisfies Source,
      problem,
      findings: [...findings, ...lack, ...missingFindings(files.missing)],
      ...(layout && { layout }),
      estimatedRows: united.rows,
      estimatedBytes: rows === 0 ? bytes : Math.round((bytes * united.rows) / rows),
    };
  });
}

/** Reads the files one by one, so that no more than a few of them take up room, however many there are. */
export async function* readSet(
  set: FileSet,
  catalog: ConfiguredCatalog,
  states: StreamStates,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const files = filesOf(set, context, catalog.length > 1);
  try {
    const before = commonState(
      set,
      catalog.map(({ tableName }) => states.get(tableName)),
    );
    const unchanged = before && (await files.unchanged(before.files));
    if (unchanged) {
      for (const { tableName } of catalog)
        yield { type: 'STREAM_STATUS', tableName, status: 'UNCHANGED', state: stateOf(set, unchanged) };
      return;
    }
    for (const stream of catalog) yield* readTable(stream, set, files, context);
  } catch (error) {
    context.signal.throwIfAborted();
    for (const { tableName } of catalog)
      yield { type: 'STREAM_STATUS', tableName, status: 'INCOMPLETE', failure: toFailure(error) };
  } finally {
    await files.close();
  }
}

async function* readTable(
  stream: ConfiguredStream,
  set: FileSet,
  files: WebFiles,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const { tableName, columns } = stream;
  const { fileColumn } = stream.source as Source;
  try {
    yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns };
    const seen = new Set([fileColumn]);
    let rowsRead = 0;
    for await (const { table, file, found } of tablesIn(stream, set, files, context)) {
      for (const column of table.columns) seen.add(keyOf(column));
      const rows = yield* unitedRows(stream, fileColumn, {
        file: { ...file, packing: found.packing },
        format: formatNamed(found.format),
        table: { ...table, isChecked: found.format !== 'parquet' },
        choices: set.choices,
        context,
      });
      requireRows(file.fileName, table.rows, rows);
      rowsRead += rows;
    }
    // A column that no file has anymore is gone, as it is with a single file.
    if (columns.some((column) => !seen.has(keyOf(column))))
      throw new FailureError('schema_changed', { table: tableName });
    for (const name of files.missing.slice(0, 1))
      yield {
        type: 'LOG',
        ...logEntry('warn', 'files_left_out', { files: files.missing.length, file: name }, { tableName }),
      };
    // Only a version that is replaced as a whole is as good as what it would be replaced with.
    if (stream.destinationSyncMode === 'overwrite')
      yield { type: 'STATE', tableName, state: stateOf(set, files.states) };
    yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead };
  } catch (error) {
    context.signal.throwIfAborted();
    yield { type: 'STREAM_STATUS', tableName, status: 'INCOMPLETE', failure: toFailure(error) };
  }
}

/** Reads the first rows, of the first files. */
export async function* previewSet(
  set: FileSet,
  stream: ConfiguredStream,
  rows: number,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const files = filesOf(set, context, false);
  try {
    yield* firstRows(readTable(stream, set, files, context), rows);
  } finally {
    await files.close();
  }
}

interface TableInFile {
  table: FoundTable;
  file: WebFile;
  found: Looked;
}

/** Looks at each file, and passes on the table of this stream, if the file has it. */
async function* tablesIn(
  stream: ConfiguredStream,
  { choices }: FileSet,
  files: WebFiles,
  context: ConnectorContext,
): AsyncGenerator<TableInFile> {
  const { part } = stream.source as Source;
  const tables = new SetTables();
  for await (const file of files.inOrder()) {
    const found = await lookAt(file, choices, context);
    tables.require(file, found);
    const table = found.tables.find((each) => each.part === part || (part !== null && partOf(each) === part));
    if (!table) continue;
    const { rows, rejected, rejections, problem } = table;
    const failure =
      problem ?? rejectsOverLimit(file.fileName, { rows, rejected, first: rejections[0] }, { field: 'url' });
    if (failure) throw new FailureError(failure);
    yield { table, file, found };
  }
}

/** The tables that several files have together, by what they are called in the files. */
class SetTables {
  readonly #named = new Map<string, Known>();
  /** All tables as one, as long as no file has several. */
  #whole: Known | null = null;
  readonly #parts = new FileParts();
  #first: { file: string; found: Looked } | null = null;
  files = 0;

  /** Throws if a file is of another kind than the ones before it, or can't have the same tables. */
  require({ fileName }: WebFile, found: Looked): void {
    this.files += 1;
    this.#first ??= { file: fileName, found };
    const { file: first, found: expected } = this.#first;
    if (found.format !== expected.format)
      throw new FailureError('files_kinds_differ', {
        file: fileName,
        kind: found.format,
        first,
        firstKind: expected.format,
      });
    this.#parts.see(fileName, found.tables);
    const problem = this.#parts.problem(null);
    if (problem) throw new FailureError(problem);
  }

  add(file: WebFile, found: Looked): void {
    this.require(file, found);
    const add = (to: Known | null | undefined, table: FoundTable): Known => {
      const known = to ?? {
        suggestedName: table.suggestedName,
        table: new UnitedTable(found.format, 'url'),
      };
      known.table.add(file.fileName, table);
      return known;
    };
    for (const table of found.tables) {
      const part = partOf(table);
      if (part !== null) this.#named.set(part, add(this.#named.get(part), table));
      if (!this.#parts.isSeveral) this.#whole = add(this.#whole, table);
    }
  }

  all(nameOf: (part: string | null, suggestedName: string | undefined) => string) {
    const whole: [null, Known][] = this.#whole ? [[null, this.#whole]] : [];
    const tables = this.#parts.isSeveral ? [...this.#named] : whole;
    return tables.map(([part, { suggestedName, table }]) => ({
      part,
      suggestedName,
      united: table.result(nameOf(part, suggestedName)),
    }));
  }
}

interface Known {
  suggestedName: string | undefined;
  table: UnitedTable;
}

const skipsMissing = ({ configuration }: FileSet) => configuration.missingFiles === 'skip';

const filesOf = (set: FileSet, context: ConnectorContext, keeps: boolean) =>
  new WebFiles(set.addresses, context, { skipsMissing: skipsMissing(set), keeps });

const missingFindings = ([file, ...others]: readonly string[]) =>
  file === undefined ? [] : [finding('files_left_out', { files: others.length + 1, file })];

const onlyOnce = <T>(findings: readonly T[]): T[] => [
  ...new Map(findings.map((each) => [JSON.stringify(each), each])).values(),
];

const tableNameIn =
  ({ configuration }: FileSet) =>
  (part: string | null, suggestedName: string | undefined): string => {
    const name = tableNameOfPattern(configuration);
    return part === null ? name : (suggestedName ?? tableNameOfPart(name, part));
  };

const stateOf = ({ addresses, choices }: FileSet, files: FileState[]): StreamState =>
  ({ urls: addresses.map(({ url }) => url), choices, files }) satisfies State as unknown as StreamState;

/** The state of all tables, if every one was loaded from the same files in the same way. */
function commonState(
  { addresses, choices }: FileSet,
  states: readonly (StreamState | undefined)[],
): State | null {
  const [first, ...others] = states as (Partial<State> | undefined)[];
  if (!first?.files || others.some((other) => !isDeepStrictEqual(other?.files, first.files))) return null;
  const urls = addresses.map(({ url }) => url);
  const isSame = isDeepStrictEqual(first.urls, urls) && isDeepStrictEqual(first.choices, choices);
  return isSame && first.files.length === urls.length ? (first as State) : null;
}
