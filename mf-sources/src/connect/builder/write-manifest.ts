import { ownValue } from '@headwater/shared/contract';
import { stringify } from 'yaml';
import {
  CREDENTIALS,
  type ApiForm,
  type Incremental,
  type Pages,
  type Pair,
  type StreamForm,
} from './api-form.ts';
import { expressionOf, partsOf } from './template-path.ts';

type Data = Record<string, unknown>;

/** Writes the manifest that a form stands for. */
export const writeManifest = (form: ApiForm): string =>
  stringify(manifestOf(form), { lineWidth: 0, aliasDuplicateObjects: false, singleQuote: true });

const BASE = 'base_requester';

/** The manifest as data. What is the same for all streams is written once. */
export function manifestOf({ version, baseUrl, authentication, streams }: ApiForm): Data {
  const fields = CREDENTIALS[authentication.kind];
  return {
    version,
    type: 'DeclarativeSource',
    check: { type: 'CheckStream', stream_names: streams.slice(0, 1).map(({ name }) => name) },
    definitions: {
      [BASE]: {
        type: 'HttpRequester',
        url_base: baseUrl,
        ...optional('authenticator', authenticatorOf(authentication)),
      },
    },
    streams: streams.map(streamOf),
    ...(fields.length > 0 && {
      spec: {
        type: 'Spec',
        connection_specification: {
          type: 'object',
          required: [...fields],
          properties: Object.fromEntries(
            fields.map((name) => [name, credential(name, ownValue(authentication.titles, name) ?? name)]),
          ),
        },
      },
    }),
  };
}

const credential = (name: string, title: string) => ({
  type: 'string',
  title,
  ...(name !== 'username' && { airbyte_secret: true }),
});

const setting = (name: string) => `{{ config['${name}'] }}`;

function authenticatorOf({ kind, into, name }: ApiForm['authentication']): Data | null {
  switch (kind) {
    case 'none':
      return null;
    case 'api_key':
      return {
        type: 'ApiKeyAuthenticator',
        api_token: setting('api_key'),
        inject_into: { type: 'RequestOption', inject_into: into, field_name: name },
      };
    case 'bearer':
      return { type: 'BearerAuthenticator', api_token: setting('api_key') };
    case 'basic':
      return { type: 'BasicHttpAuthenticator', username: setting('username'), password: setting('password') };
  }
}

function streamOf(stream: StreamForm): Data {
  const key = keyOf(stream.primaryKey);
  return {
    type: 'DeclarativeStream',
    name: stream.name,
    ...(key.length > 0 && { primary_key: key }),
    retriever: {
      type: 'SimpleRetriever',
      requester: {
        $ref: `#/definitions/${BASE}`,
        path: stream.path,
        http_method: stream.method,
        ...optional('request_parameters', mapOf(stream.parameters)),
        ...optional('request_headers', mapOf(stream.headers)),
        ...optional('request_body_json', mapOf(stream.body)),
      },
      record_selector: {
        type: 'RecordSelector',
        extractor: { type: 'DpathExtractor', field_path: partsOf(stream.recordsPath) },
      },
      ...optional('paginator', paginatorOf(stream.pages)),
    },
    ...optional('incremental_sync', cursorOf(stream.incremental)),
  };
}

const optional = (name: string, value: unknown) => (value === null ? {} : { [name]: value });

/** `id, region` → two fields. */
const keyOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** A name that occurs more than once has a list of values. */
function mapOf(pairs: readonly Pair[]): Data | null {
  const given = pairs.filter(({ name, value }) => name !== '' || value !== '');
  if (given.length === 0) return null;
  const map = new Map<string, string[]>();
  for (const { name, value } of given) map.set(name, [...(map.get(name) ?? []), value]);
  return Object.fromEntries([...map].map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
}

const parameter = (name: string) => ({
  type: 'RequestOption',
  inject_into: 'request_parameter',
  field_name: name,
});

function paginatorOf(pages: Pages): Data | null {
  if (pages.kind === 'none') return null;
  return {
    type: 'DefaultPaginator',
    page_token_option: pages.kind === 'link' ? { type: 'RequestPath' } : parameter(pages.parameter),
    ...(pages.sizeParameter !== '' && { page_size_option: parameter(pages.sizeParameter) }),
    pagination_strategy: strategyOf(pages),
  };
}

function strategyOf({ kind, first, size, source, value, more }: Pages): Data {
  const pageSize = size === '' ? {} : { page_size: numberOf(size) };
  switch (kind) {
    case 'page':
      return {
        type: 'PageIncrement',
        ...pageSize,
        ...(first !== '' && { start_from_page: numberOf(first) }),
        inject_on_first_request: true,
      };
    case 'offset':
      return { type: 'OffsetIncrement', ...pageSize, inject_on_first_request: true };
    default:
      return {
        type: 'CursorPagination',
        ...pageSize,
        cursor_value: `{{ ${source === 'header' ? LINK_HEADER : expressionOf(source, value)} }}`,
        ...(more !== '' && { stop_condition: `{{ not ${expressionOf('response', more)} }}` }),
      };
  }
}

/** Where the URL of the next page is in the header `Link`. */
export const LINK_HEADER = "headers['link']['next']['url']";

/** What isn't a number stays as it was typed. */
const numberOf = (text: string) => (String(Number(text)) === text ? Number(text) : text);

const DATE = '%Y-%m-%d';

function cursorOf({ isOn, field, format, start, startParameter, endParameter }: Incremental): Data | null {
  if (!isOn) return null;
  return {
    type: 'DatetimeBasedCursor',
    cursor_field: field,
    datetime_format: format,
    start_datetime: { type: 'MinMaxDatetime', datetime: start, datetime_format: DATE },
    ...(startParameter === ''
      ? { is_client_side_incremental: true }
      : { start_time_option: parameter(startParameter) }),
    ...(endParameter !== '' && { end_time_option: parameter(endParameter) }),
  };
}
