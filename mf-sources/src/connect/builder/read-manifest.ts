import { ownValue } from '@headwater/shared/contract';
import {
  CREDENTIALS,
  ISO_SECONDS,
  newApiForm,
  NO_AUTHENTICATION,
  NO_PAGES,
  NOT_INCREMENTAL,
  type ApiForm,
  type Authentication,
  type Incremental,
  type Pages,
  type Pair,
  type StreamForm,
} from './api-form.ts';
import {
  at,
  commentIn,
  difference,
  isDict,
  originOf,
  readTree,
  unusedDefinition,
  withoutReferences,
  type Node,
  type Path,
} from './manifest-tree.ts';
import { readExpression } from './template-path.ts';
import { LINK_HEADER, manifestOf } from './write-manifest.ts';

/** Why a form can't show a manifest. */
export interface NotShown {
  line: number;
  what: 'not_yaml' | 'no_manifest' | 'comment' | 'too_far' | 'part';
  /** The part, or why it isn't YAML. */
  detail: string;
}

/**
 * Returns the form that a manifest stands for. What the form would write must be the same as the manifest, so nothing
 * of it can be lost; otherwise the answer is the first part that would be.
 */
export function readManifest(text: string): ApiForm | NotShown {
  if (text.trim() === '') return newApiForm();
  const tree = readTree(text);
  if ('reason' in tree) return { line: tree.line, what: 'not_yaml', detail: tree.reason };
  if (!isDict(tree.data)) return { line: 1, what: 'no_manifest', detail: '' };
  const comment = commentIn(text);
  if (comment !== null) return { line: comment, what: 'comment', detail: '' };
  const { data, lineOf } = tree;
  const part = (path: Path): NotShown => ({
    line: lineOf(path),
    what: 'part',
    detail: String(path.findLast((key) => typeof key === 'string') ?? ''),
  });
  let expanded: Node;
  try {
    expanded = withoutReferences(data);
  } catch {
    return { line: 1, what: 'too_far', detail: '' };
  }
  const form = formOf(expanded);
  const written = withoutReferences(manifestOf(form));
  const lost = difference(comparable(expanded), comparable(written));
  if (lost) return part(originOf(data, lost));
  const unused = unusedDefinition(data);
  return unused === null ? form : part(['definitions', unused]);
}

export const isShown = (read: ApiForm | NotShown): read is ApiForm => 'streams' in read;

/** A manifest without definitions and with defaults, so that those that mean the same are the same. */
function comparable(data: Node): Node {
  if (!isDict(data)) return data;
  const { definitions: _, ...rest } = data;
  const streams = at(data, 'streams');
  return Array.isArray(streams) ? { ...rest, streams: streams.map(comparableStream) } : rest;
}

function comparableStream(stream: Node): Node {
  if (!isDict(stream)) return stream;
  const { primary_key: key, ...rest } = stream;
  const keys = typeof key === 'string' ? [key] : key;
  const retriever = at(stream, 'retriever');
  return {
    ...rest,
    ...(keys !== undefined && !isEmpty(keys) && { primary_key: keys }),
    ...(isDict(retriever) && { retriever: comparableRetriever(retriever) }),
  };
}

function comparableRetriever({ paginator, requester, ...rest }: Record<string, unknown>): Node {
  const isOnePage = isDict(paginator) && isOnly(paginator, 'NoPagination');
  return {
    ...rest,
    ...(paginator !== undefined && !isOnePage && { paginator }),
    requester: isDict(requester) ? comparableRequester(requester) : requester,
  };
}

const MAPS: readonly string[] = ['request_parameters', 'request_headers', 'request_body_json'];

function comparableRequester(requester: Record<string, unknown>): Node {
  const isKept = ([name, value]: [string, unknown]) =>
    !(MAPS.includes(name) && isEmpty(value)) &&
    !(name === 'authenticator' && isDict(value) && isOnly(value, 'NoAuth'));
  return { http_method: 'GET', path: '', ...Object.fromEntries(Object.entries(requester).filter(isKept)) };
}

const isOnly = (component: Record<string, unknown>, type: string) =>
  component.type === type && Object.keys(component).length === 1;

const isEmpty = (value: Node) =>
  (Array.isArray(value) && value.length === 0) || (isDict(value) && Object.keys(value).length === 0);

/** Text of a scalar; empty for anything else. */
const text = (value: Node): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The form that comes closest. */
function formOf(data: Node): ApiForm {
  const streams = at(data, 'streams');
  const list = Array.isArray(streams) ? streams : [];
  const requester = at(list, 0, 'retriever', 'requester');
  return {
    version: text(at(data, 'version')),
    baseUrl: text(at(requester, 'url_base')),
    authentication: authenticationOf(at(requester, 'authenticator'), at(data, 'spec')),
    streams: list.map(streamOf),
  };
}

const KINDS: Readonly<Record<string, Authentication['kind']>> = {
  ApiKeyAuthenticator: 'api_key',
  BearerAuthenticator: 'bearer',
  BasicHttpAuthenticator: 'basic',
};

function authenticationOf(authenticator: Node, spec: Node): Authentication {
  const kind = ownValue(KINDS, text(at(authenticator, 'type'))) ?? 'none';
  const properties = at(spec, 'connection_specification', 'properties');
  const titles = Object.fromEntries(
    CREDENTIALS[kind].map((name) => [name, text(at(properties, name, 'title'))]),
  );
  if (kind !== 'api_key') return { ...NO_AUTHENTICATION, kind, titles };
  const option = at(authenticator, 'inject_into');
  const into = at(option, 'inject_into') === 'request_parameter' ? 'request_parameter' : 'header';
  return { kind, into, name: text(at(option, 'field_name')), titles };
}

function streamOf(stream: Node): StreamForm {
  const retriever = at(stream, 'retriever');
  const requester = at(retriever, 'requester');
  const key = at(stream, 'primary_key');
  return {
    name: text(at(stream, 'name')),
    path: text(at(requester, 'path')),
    method: at(requester, 'http_method') === 'POST' ? 'POST' : 'GET',
    parameters: pairsOf(at(requester, 'request_parameters')),
    headers: pairsOf(at(requester, 'request_headers')),
    body: pairsOf(at(requester, 'request_body_json')),
    recordsPath: joined(at(retriever, 'record_selector', 'extractor', 'field_path'), '.'),
    primaryKey: Array.isArray(key) ? joined(key, ', ') : text(key),
    pages: pagesOf(at(retriever, 'paginator')),
    incremental: incrementalOf(at(stream, 'incremental_sync')),
  };
}

const joined = (list: Node, by: string) => (Array.isArray(list) ? list.map(text).join(by) : '');

const pairsOf = (map: Node): Pair[] =>
  isDict(map)
    ? Object.entries(map).flatMap(([name, value]) =>
        Array.isArray(value)
          ? value.map((each) => ({ name, value: text(each) }))
          : [{ name, value: text(value) }],
      )
    : [];

function pagesOf(paginator: Node): Pages {
  if (at(paginator, 'type') !== 'DefaultPaginator') return NO_PAGES;
  const strategy = at(paginator, 'pagination_strategy');
  const isLink = at(paginator, 'page_token_option', 'type') === 'RequestPath';
  const shared = {
    ...NO_PAGES,
    parameter: isLink ? '' : text(at(paginator, 'page_token_option', 'field_name')),
    size: text(at(strategy, 'page_size')),
    sizeParameter: text(at(paginator, 'page_size_option', 'field_name')),
  };
  switch (at(strategy, 'type')) {
    case 'PageIncrement':
      return { ...shared, kind: 'page', first: text(at(strategy, 'start_from_page')) };
    case 'OffsetIncrement':
      return { ...shared, kind: 'offset' };
    default:
      return { ...shared, kind: isLink ? 'link' : 'cursor', ...positionOf(strategy) };
  }
}

/** `{{ … }}` → what is in it. */
const inTemplate = (value: Node) => /^\{\{ (.*) \}\}$/s.exec(text(value))?.[1] ?? '';

function positionOf(strategy: Node): Pick<Pages, 'source' | 'value' | 'more'> {
  const more = readExpression(inTemplate(at(strategy, 'stop_condition')))?.path ?? '';
  const expression = inTemplate(at(strategy, 'cursor_value'));
  if (expression === LINK_HEADER) return { source: 'header', value: '', more };
  const found = readExpression(expression);
  const source = found?.root === 'last_record' ? 'last_record' : 'response';
  return { source, value: found?.path ?? '', more };
}

function incrementalOf(cursor: Node): Incremental {
  if (!isDict(cursor)) return NOT_INCREMENTAL;
  return {
    isOn: true,
    field: text(cursor.cursor_field),
    format: text(cursor.datetime_format) || ISO_SECONDS,
    start: text(at(cursor, 'start_datetime', 'datetime')),
    startParameter: text(at(cursor, 'start_time_option', 'field_name')),
    endParameter: text(at(cursor, 'end_time_option', 'field_name')),
  };
}
