import { CREDENTIALS, type ApiForm } from './api-form.ts';
import { streamField } from './form.rules.ts';
import { readTree, type Path } from './manifest-tree.ts';

/** Parts of a stream in a manifest, the most specific first, and the field of the form that writes each. */
const FIELDS: readonly [part: RegExp, field: string][] = [
  [/paginator\.page_token_option/, 'pages.parameter'],
  [/paginator\.page_size_option/, 'pages.sizeParameter'],
  [/\.cursor_value/, 'pages.value'],
  [/\.stop_condition/, 'pages.more'],
  [/\.start_from_page/, 'pages.first'],
  [/\.page_size/, 'pages.size'],
  [/paginator/, 'pages.kind'],
  [/incremental_sync\.start_datetime/, 'incremental.start'],
  [/incremental_sync\.datetime_format/, 'incremental.format'],
  [/incremental_sync\.start_time_option/, 'incremental.startParameter'],
  [/incremental_sync\.end_time_option/, 'incremental.endParameter'],
  [/incremental_sync/, 'incremental.field'],
  [/record_selector/, 'recordsPath'],
  [/request_parameters/, 'parameters.0.value'],
  [/request_headers/, 'headers.0.value'],
  [/request_body/, 'body.0.value'],
  [/http_method/, 'method'],
  [/primary_key/, 'primaryKey'],
  [/retriever/, 'path'],
];

/** Returns the name of the field that has written a line of the form's manifest. */
export function fieldOfLine(manifest: string, line: number, { authentication }: ApiForm): string {
  const tree = readTree(manifest);
  if ('reason' in tree) return 'base_url';
  const before = tree.places.filter((place) => place.line <= line);
  const nearest = Math.max(0, ...before.map((place) => place.line));
  const path = before.find((place) => place.line === nearest)?.path ?? [];
  const [credential] = CREDENTIALS[authentication.kind];
  return fieldOf(path, credential === undefined ? 'authentication.kind' : `config:${credential}`);
}

function fieldOf(path: Path, credential: string): string {
  const whole = path.join('.');
  if (/authenticator|^spec/.test(whole))
    return /inject_into/.test(whole) ? 'authentication.name' : credential;
  const index = /^streams\.(\d+)/.exec(whole)?.[1];
  if (index === undefined) return whole.startsWith('check') ? streamField(0, 'name') : 'base_url';
  if (/url_base/.test(whole)) return 'base_url';
  return streamField(Number(index), FIELDS.find(([part]) => part.test(whole))?.[1] ?? 'name');
}
