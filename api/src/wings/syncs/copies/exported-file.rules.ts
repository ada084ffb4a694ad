import { visit } from 'jsonc-parser';
import {
  connectionExport,
  EXPORT_FORMAT,
  EXPORT_MAX_BYTES,
  SELECTION_MAX,
  type ConnectionExport,
} from '@headwater/shared/contract';
import { examine } from '@headwater/protocol/configuration';
import { connectorNamed, type Connector } from '@headwater/connectors';
import { parseJsonBody } from '../../../http/json-body.ts';
import { bodyCheck } from '../../../http/validation.ts';
import type { ExaminedConfiguration } from '@headwater/protocol/protocol';
import type { Requester } from '@headwater/base/queue/fair-queue';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import { contradictions } from '../../connections/source-connections/index.ts';

/** Where the file is in the request. Pointers to its faults continue inside it. */
export const FILE = '/data/attributes/file';

/** A file of 10,000 streams with all their settings. */
const LIMITS = { values: 500_000, keys: 250_000 };

const check = bodyCheck(connectionExport);

/** Returns what the text of a file exports. Throws with everything that is wrong with it, and where. */
export async function readExportedFile(text: string, requester: Requester): Promise<ConnectionExport> {
  const value = parse(text);
  requireKnownFormat(value);
  const checked = check(value);
  if ('error' in checked) throw within(FILE, checked.error);
  const exported = checked.value as ConnectionExport;
  const connector = connectorNamed(exported.connector);
  const faults: Fault[] = connector
    ? [
        ...configurationFaultsOf(
          exported,
          connector,
          await examine(connector, exported.configuration, requester),
        ),
        ...fileFaults(exported, connector),
        ...streamFaults(exported, connector),
      ]
    : [{ code: 'connector_unknown', pointer: '/connector', values: { connector: exported.connector } }];
  const [first, ...others] = faults.map((fault) => ({ ...fault, pointer: FILE + fault.pointer }));
  if (first) throw new Refusal([first, ...others]);
  return exported;
}

function parse(text: string): unknown {
  if (Buffer.byteLength(text) > EXPORT_MAX_BYTES)
    throw new Refusal('export_too_large', {
      pointer: FILE,
      values: { megabytes: EXPORT_MAX_BYTES / 1024 ** 2 },
    });
  try {
    return parseJsonBody(text, LIMITS);
  } catch (error) {
    const [fault] = error instanceof Refusal ? error.faults : [];
    if (fault?.code === 'body_malformed')
      throw new Refusal('export_not_json', { pointer: FILE, values: placeOfFault(text) });
    if (fault?.code === 'body_duplicate_key')
      throw new Refusal('export_duplicate_key', { pointer: FILE, values: fault.values ?? {} });
    // Nested too deeply, or the like: whatever it is, the product didn't write it.
    if (fault) throw new Refusal('export_unknown', { pointer: FILE });
    throw error;
  }
}

/** Returns where the text stops being JSON, counted from 1. JSON.parse doesn't always say it. */
function placeOfFault(text: string): { line: number; column: number } {
  const positions: number[] = [];
  visit(text, { onError: (_, position) => positions.push(position) }, { disallowComments: true });
  const before = text.slice(0, positions[0]);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: before.length - lineStart + 1 };
}

function requireKnownFormat(value: unknown): void {
  const format = typeof value === 'object' && value !== null && (value as { format?: unknown }).format;
  if (typeof format !== 'number') throw new Refusal('export_unknown', { pointer: FILE });
  if (format !== EXPORT_FORMAT)
    throw new Refusal('export_format_unknown', {
      pointer: `${FILE}/format`,
      values: { format, known: EXPORT_FORMAT },
    });
}

/** Returns what is wrong with the configuration, besides what has to be added: secrets and files. */
function configurationFaultsOf(
  { configuration, missingSecrets }: ConnectionExport,
  connector: Connector,
  { secretFields: secrets, faults }: ExaminedConfiguration,
): Fault[] {
  const added = new Set([...secrets, ...(connector.spec().takesUploads ? ['files'] : [])]);
  const isAdded = (pointer: string) => added.has(pointer.split('/')[1] ?? '');
  return [
    ...missingSecrets.flatMap((field, at): Fault[] =>
      secrets.includes(field) ? [] : [{ code: 'field_unknown', pointer: `/missingSecrets/${at}` }],
    ),
    ...Object.keys(configuration).flatMap((field): Fault[] => {
      if (secrets.includes(field)) return [{ code: 'export_has_secret', pointer: `/configuration/${field}` }];
      return added.has(field) ? [{ code: 'field_unknown', pointer: `/configuration/${field}` }] : [];
    }),
    ...faults
      .filter(({ pointer }) => !isAdded(pointer))
      .map(({ pointer, fault }): Fault => ({
        code: 'field_invalid',
        pointer: `/configuration${pointer}`,
        values: { fault },
      })),
  ];
}

function fileFaults({ files }: ConnectionExport, connector: Connector): Fault[] {
  if (!connector.spec().takesUploads)
    return files.map((_, at): Fault => ({ code: 'field_unknown', pointer: `/files/${at}` }));
  const tables = files.flatMap(({ tableName }) => tableName ?? []);
  return files.flatMap(({ tableName }, at): Fault[] =>
    tableName !== null && tables.filter((table) => table === tableName).length > 1
      ? [{ code: 'export_duplicate_stream', pointer: `/files/${at}`, values: { stream: tableName } }]
      : [],
  );
}

function streamFaults({ streams, files }: ConnectionExport, connector: Connector): Fault[] {
  const { takesUploads, ...spec } = connector.spec();
  const tables = new Set(files.map(({ tableName }) => tableName));
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const [at, { namespace, name, selected: _, ...settings }] of streams.entries()) {
    const pointer = `/streams/${at}`;
    const key = JSON.stringify([namespace, name]);
    const values = { stream: namespace === null ? name : `${namespace}.${name}` };
    if (seen.has(key)) faults.push({ code: 'export_duplicate_stream', pointer, values });
    if (takesUploads && !tables.has(namespace ?? name))
      faults.push({ code: 'export_stream_without_file', pointer, values });
    faults.push(...contradictions(settings, spec, pointer));
    seen.add(key);
  }
  if (streams.filter(({ selected }) => selected).length > SELECTION_MAX)
    faults.push({ code: 'too_many_selected', pointer: '/streams', values: { count: SELECTION_MAX } });
  return faults;
}

/** Returns a refusal of a part of the file, with pointers from the request's beginning. */
export function within(part: string, { faults }: Refusal): Refusal {
  const [first, ...others] = faults.map((fault) => ({
    ...fault,
    pointer: part + (fault.pointer ?? '').replace('/data/attributes', ''),
  }));
  return new Refusal([first!, ...others]);
}
