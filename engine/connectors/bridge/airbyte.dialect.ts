import { ownValue } from '@headwater/shared/contract/plain';
import { isDict, newDict, own, textOf, type Dict, type Value } from '@headwater/manifests/template/values';
import type { Dialect, FoundStream, Message, Wanted } from './bridge.dialect.ts';

/** The Airbyte protocol: messages in lines of JSON, and a subcommand for each thing to do. */
export const airbyte: Dialect = {
  check: { args: ['check', '--config', 'config.json'], files: {} },
  discover: { args: ['discover', '--config', 'config.json'], files: {} },
  discoversDocument: false,

  read: (_, wanted) => ({
    args: [
      'read',
      '--config',
      'config.json',
      '--catalog',
      'catalog.json',
      ...(wanted.state === null ? [] : ['--state', 'state.json']),
    ],
    files: {
      'catalog.json': { streams: [configured(wanted)] },
      ...(wanted.state !== null && { 'state.json': stateFile(wanted.state) }),
    },
  }),

  message(given: Dict): Message {
    const part = (name: string) => dictIn(given, name);
    switch (own(given, 'type')) {
      case 'RECORD': {
        const record = part('record');
        return {
          type: 'record',
          namespace: nameOf(own(record, 'namespace')),
          stream: textOf(own(record, 'stream')),
          record: dictIn(record, 'data'),
        };
      }
      case 'STATE':
        return { type: 'state', state: own(given, 'state') };
      case 'CATALOG': {
        const streams = own(part('catalog'), 'streams');
        return {
          type: 'streams',
          streams: (Array.isArray(streams) ? streams : []).filter(isDict).map(found),
        };
      }
      case 'CONNECTION_STATUS': {
        const status = part('connectionStatus');
        return {
          type: 'status',
          isSuccess: own(status, 'status') === 'SUCCEEDED',
          reason: textOf(own(status, 'message')),
        };
      }
      case 'SPEC':
        return {
          type: 'specification',
          specification: dictIn(part('spec'), 'connectionSpecification'),
        };
      case 'TRACE':
        return traced(part('trace'));
      default:
        return { type: 'none' };
    }
  },

  document: () => [],
};

const dictIn = (dict: Dict, name: string): Dict => {
  const value = own(dict, name);
  return isDict(value) ? value : newDict();
};

const nameOf = (value: Value) =>
  value === undefined || value === null || value === '' ? null : textOf(value);

const KINDS: Record<string, 'config' | 'transient'> = {
  config_error: 'config',
  transient_error: 'transient',
};

function traced(trace: Dict): Message {
  if (own(trace, 'type') !== 'ERROR') {
    const status = dictIn(trace, 'stream_status');
    return own(status, 'status') === 'INCOMPLETE'
      ? { type: 'error', kind: 'system', reason: 'the table is incomplete', details: '' }
      : { type: 'sign_of_life' };
  }
  const error = dictIn(trace, 'error');
  return {
    type: 'error',
    kind: ownValue(KINDS, textOf(own(error, 'failure_type'))) ?? 'system',
    reason: textOf(own(error, 'message')),
    details: textOf(own(error, 'internal_message') ?? null),
  };
}

function found(raw: Dict): FoundStream {
  const keys = own(raw, 'source_defined_primary_key');
  const paths = Array.isArray(keys) ? keys.map((path) => (Array.isArray(path) ? path.map(textOf) : [])) : [];
  const modes = own(raw, 'supported_sync_modes');
  return {
    namespace: nameOf(own(raw, 'namespace')),
    name: textOf(own(raw, 'name')),
    schema: own(raw, 'json_schema'),
    // A key within an object of the record isn't one of a column.
    key: paths.every((path) => path.length === 1) ? paths.map(([name]) => name!) : [],
    raw,
    canContinue: Array.isArray(modes) && modes.includes('incremental'),
  };
}

function configured({ raw, cursor }: Wanted) {
  const isSourceDefined = own(raw, 'source_defined_cursor') === true;
  return {
    stream: raw,
    sync_mode: cursor === null ? 'full_refresh' : 'incremental',
    destination_sync_mode: cursor === null ? 'overwrite' : 'append',
    cursor_field: isSourceDefined ? own(raw, 'default_cursor_field') : cursor === null ? [] : [cursor],
    primary_key: own(raw, 'source_defined_primary_key') ?? [],
  };
}

/** A state of one stream is passed in a list, one without a type as it is. */
function stateFile(state: unknown): unknown {
  const { type, data } = state as { type?: string; data?: unknown };
  return type === undefined || type === 'LEGACY' ? (data ?? {}) : [state];
}
