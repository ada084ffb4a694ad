import { isDict, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { setAt } from './paths.ts';
import type { Run } from './run.ts';

/** What is put together for one request. */
export interface RequestParts {
  parameters: [string, string][];
  headers: Dict;
  data: Dict;
  json: Dict;
}

export const newParts = (): RequestParts => ({
  parameters: [],
  headers: newDict(),
  data: newDict(),
  json: newDict(),
});

/** Puts a value where a RequestOption says. */
export function inject(
  parts: RequestParts,
  option: Dict,
  value: Value,
  run: Run,
  known: Dict = newDict(),
): void {
  const templates = run.templates(option, known);
  const name = templates.text('field_name');
  switch (own(option, 'inject_into')) {
    case 'header':
      parts.headers[name] = value;
      break;
    case 'body_data':
      parts.data[name] = value;
      break;
    case 'body_json': {
      const path = templates.path('field_path');
      setAt(parts.json, path.length > 0 ? path : [name], value);
      break;
    }
    default:
      addParameters(parts, newDict([[name, value]]));
  }
}

/** Adds query parameters. A list is one parameter for each of its elements. */
export function addParameters(parts: RequestParts, given: Value): void {
  if (!isDict(given)) return;
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    if (name !== '') parts.parameters = parts.parameters.filter(([each]) => each !== name);
    for (const each of Array.isArray(value) ? value : [value]) parts.parameters.push([name, textOf(each)]);
  }
}
