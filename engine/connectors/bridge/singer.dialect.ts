import { isDict, newDict, own, textOf, type Dict, type Value } from '@headwater/manifests/template/values';
import type { Dialect, FoundStream, Message, Wanted } from './bridge.dialect.ts';

/** Singer: a catalog as one document, then messages in lines of JSON. */
export const singer: Dialect = {
  check: null,
  discover: { args: ['--config', 'config.json', '--discover'], files: {} },
  discoversDocument: true,

  read: (declaration, wanted) => ({
    args: [
      '--config',
      'config.json',
      declaration.protocol === 'singer' ? (declaration.catalogOption ?? '--catalog') : '--catalog',
      'catalog.json',
      ...(wanted.state === null ? [] : ['--state', 'state.json']),
    ],
    files: {
      'catalog.json': { streams: [selected(wanted)] },
      ...(wanted.state !== null && { 'state.json': wanted.state }),
    },
  }),

  message(given: Dict): Message {
    switch (own(given, 'type')) {
      case 'RECORD': {
        const record = own(given, 'record');
        const stream = textOf(own(given, 'stream'));
        return { type: 'record', namespace: null, stream, record: isDict(record) ? record : newDict() };
      }
      case 'STATE':
        return { type: 'state', state: own(given, 'value') };
      case 'SCHEMA':
      case 'ACTIVATE_VERSION':
        return { type: 'sign_of_life' };
      default:
        return { type: 'none' };
    }
  },

  document(given: Dict): FoundStream[] {
    const streams = own(given, 'streams');
    return (Array.isArray(streams) ? streams : []).filter(isDict).map(found);
  },
};

interface Metadata {
  breadcrumb: Value[];
  metadata: Dict;
}

function metadataOf(raw: Dict): Metadata[] {
  const given = own(raw, 'metadata');
  return (Array.isArray(given) ? given : []).filter(isDict).flatMap((each) => {
    const [breadcrumb, metadata] = [own(each, 'breadcrumb'), own(each, 'metadata')];
    return Array.isArray(breadcrumb) && isDict(metadata) ? [{ breadcrumb, metadata }] : [];
  });
}

const ofTable = (raw: Dict): Dict =>
  metadataOf(raw).find(({ breadcrumb }) => breadcrumb.length === 0)?.metadata ?? newDict();

const textsIn = (value: Value): string[] => (Array.isArray(value) ? value.map(textOf) : []);

function found(raw: Dict): FoundStream {
  const about = ofTable(raw);
  const ownKey = textsIn(own(raw, 'key_properties'));
  return {
    namespace: null,
    name: textOf(own(raw, 'stream') ?? own(raw, 'tap_stream_id')),
    schema: own(raw, 'schema'),
    key: ownKey.length > 0 ? ownKey : textsIn(own(about, 'table-key-properties')),
    raw,
    canContinue:
      own(about, 'forced-replication-method') === 'INCREMENTAL' ||
      textsIn(own(about, 'valid-replication-keys')).length > 0 ||
      typeof own(raw, 'replication_key') === 'string',
  };
}

/** The table with all its columns, and how it is read. Older taps look into the schema, newer ones into the metadata. */
function selected({ raw, cursor }: Wanted): Record<string, unknown> {
  const method = cursor === null ? 'FULL_TABLE' : 'INCREMENTAL';
  const how = { 'replication-method': method, ...(cursor !== null && { 'replication-key': cursor }) };
  const known = metadataOf(raw);
  const table = { breadcrumb: [], metadata: { ...ofTable(raw), ...how, selected: true } };
  const columns = known
    .filter(({ breadcrumb }) => breadcrumb.length > 0)
    .map(({ breadcrumb, metadata }) => ({
      breadcrumb,
      metadata: own(metadata, 'inclusion') === 'unsupported' ? metadata : { ...metadata, selected: true },
    }));
  return {
    ...raw,
    schema: { ...(own(raw, 'schema') as object), selected: true },
    replication_method: method,
    ...(cursor !== null && { replication_key: cursor }),
    metadata: [table, ...columns],
  };
}
