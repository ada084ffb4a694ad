import { FailureError, toFailure } from '@headwater/base/failures/failure';
import type { ConnectorContext, DiscoveredStream } from '@headwater/protocol/protocol';
import { configurationOf, type RestConfiguration } from './rest.config.ts';
import type { Source } from './rest.read.ts';
import { cursorOf } from './stream/datetime-cursor.ts';
import { RateLimits } from './stream/rate-limits.ts';
import { readRecords } from './stream/read-stream.ts';
import { Run } from './stream/run.ts';
import { commentsIn, Sample, shapeOf, shapeOfFields, type Shape } from './stream/schema.ts';
import { isDict, own, textOf, type Dict, type Value } from './template/values.ts';

/** How much is read to find the columns of a stream without a schema. */
const SAMPLED_RECORDS = 1_000;
const SAMPLED_PAGES = 5;
const LONGEST_WAIT_MS = 10_000;

/** Returns the manifest's streams. The columns of those without a schema are found by reading their first records. */
export async function discover(
  given: Record<string, unknown>,
  context: ConnectorContext,
): Promise<DiscoveredStream[]> {
  const configuration = configurationOf(given);
  const run = new Run({ ...configuration, context, longestWaitMs: LONGEST_WAIT_MS });
  try {
    const found: DiscoveredStream[] = [];
    for (const [name, stream] of configuration.manifest.streams)
      found.push(await describe(name, stream, configuration, run));
    return found;
  } finally {
    run.close();
  }
}

async function describe(
  name: string,
  stream: Dict,
  configuration: RestConfiguration,
  run: Run,
): Promise<DiscoveredStream> {
  const key = keyOf(stream, run);
  let shape: Shape | null = shapeOf(schemaOf(stream), key);
  let problem: DiscoveredStream['problem'] = null;
  if (!shape) {
    try {
      shape = await sampled(name, stream, key, configuration, run);
    } catch (error) {
      run.signal.throwIfAborted();
      problem = toFailure(error);
    }
  }
  const { columns, fields } = shape ?? { columns: [], fields: [] };
  const byField = new Map(fields.map((field, at) => [field, columns[at]!.name]));
  const renamed = columns.flatMap((column, at) =>
    column.name === fields[at] ? [] : [[column.name, fields[at]!] as const],
  );
  return {
    namespace: null,
    name,
    suggestedTableName: name,
    primaryKey: key.every((each) => byField.has(each)) ? key.map((each) => byField.get(each)!) : [],
    columns,
    source: { stream: name, fields: Object.fromEntries(renamed) } satisfies Source,
    problem,
    findings: [],
    comments: commentsIn(schemaOf(stream), { columns, fields }),
    estimatedRows: null,
    estimatedBytes: null,
  };
}

/** The fields of the key at the top of records. None if a part of it is nested. */
export function keyOf(stream: Dict, run: Run): string[] {
  const given = run.templates(stream).texts('primary_key');
  const parts: Value[] = Array.isArray(given) ? given : given === null || given === undefined ? [] : [given];
  const names = parts.map((part) =>
    Array.isArray(part) ? (part.length === 1 ? textOf(part[0]) : null) : textOf(part),
  );
  return names.every((name) => name !== null && name !== '') ? [...new Set(names as string[])] : [];
}

/** The schema that the manifest itself has for a stream, if any. */
export function schemaOf(stream: Dict): Value {
  const loaders = own(stream, 'schema_loader');
  for (const loader of Array.isArray(loaders) ? loaders : [])
    if (isDict(loader) && own(loader, 'type') === 'InlineSchemaLoader') return own(loader, 'schema');
  return undefined;
}

async function sampled(
  table: string,
  stream: Dict,
  key: readonly string[],
  { manifest }: RestConfiguration,
  run: Run,
): Promise<Shape> {
  const sample = new Sample();
  const limits = manifest.budget ? new RateLimits(manifest.budget, run) : null;
  let pages = 0;
  for await (const records of readRecords(
    { stream, incremental: null, startFrom: null, limits, table },
    run,
  )) {
    pages += 1;
    for (const record of records) sample.add(record);
    if (sample.rows >= SAMPLED_RECORDS || (pages >= SAMPLED_PAGES && sample.rows > 0)) break;
  }
  if (sample.rows > 0) return sample.shape(key);
  const shape = shapeOfFields(namedFields(stream, key, run), key);
  if (!shape) throw new FailureError('api_no_columns', { table });
  return shape;
}

/** The fields that the manifest names, by which a table without a record has columns. */
function namedFields(stream: Dict, key: readonly string[], run: Run): Map<string, 'text' | 'json'> {
  const fields = new Map<string, 'text' | 'json'>(key.map((name) => [name, 'text']));
  const cursor = cursorOf(stream);
  const cursorField = cursor ? run.templates(cursor).text('cursor_field') : '';
  if (cursorField !== '' && !cursorField.includes('.')) fields.set(cursorField, 'text');
  const added = run
    .templates(stream)
    .components('transformations')
    .flatMap((each) => run.templates(each).components('fields'));
  for (const field of added) {
    const [name, ...within] = run.templates(field).path('path');
    if (name !== undefined && !fields.has(name)) fields.set(name, within.length > 0 ? 'json' : 'text');
  }
  return fields;
}
