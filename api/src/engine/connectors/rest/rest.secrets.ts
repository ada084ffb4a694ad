import { partsOf } from './manifest/template-check.ts';
import type { Manifest } from './manifest/load.ts';
import type { Expression } from './template/expression.ts';
import { isTemplate, parseTemplate, type Part } from './template/template.ts';
import { isDict, own, type Value } from './template/values.ts';

/** Fields of a range of time. What they hold goes into dates, never into an address. */
const TIMES: ReadonlySet<string> = new Set(['incremental_sync', 'schema_loader', 'transformations']);

/**
 * Returns the names of the configuration's fields that the manifest could put into an address or something else that
 * decides where requests go. `any` if that can't be told.
 */
export function hostFields(manifest: Manifest): ReadonlySet<string> | 'any' {
  const found = new Set<string>();
  const isKnown = [...manifest.streams.values()].every((stream) => collect(stream, found, new Set()));
  return isKnown ? found : 'any';
}

function collect(value: Value, found: Set<string>, seen: Set<object>): boolean {
  if (typeof value === 'string') return !isTemplate(value) || collectParts(parseTemplate(value), found);
  if (typeof value !== 'object' || value === null || seen.has(value)) return true;
  seen.add(value);
  if (Array.isArray(value)) return value.every((each) => collect(each, found, seen));
  if (!isDict(value)) return true;
  // Secrets may change, if that is all an authenticator sends.
  const isHeader = ['ApiKeyAuthenticator', 'BearerAuthenticator', 'BasicHttpAuthenticator'].includes(
    String(own(value, 'type')),
  );
  return Object.entries(value).every(
    ([name, each]) => isHeader || TIMES.has(name) || collect(each, found, seen),
  );
}

function collectParts(parts: readonly Part[], found: Set<string>): boolean {
  return parts.every((part) => {
    if (part.kind === 'text') return true;
    if (part.kind === 'output') return collectExpression(part.expression, found);
    if (part.kind === 'set') return collectExpression(part.value, found);
    if (part.kind === 'for') return collectExpression(part.over, found) && collectParts(part.parts, found);
    return part.branches.every(
      ({ test, parts: inner }) =>
        (test === null || collectExpression(test, found)) && collectParts(inner, found),
    );
  });
}

/** Returns false if a field of the configuration is named by something that is only known later. */
function collectExpression(expression: Expression, found: Set<string>): boolean {
  if (expression.kind === 'attribute' && isConfig(expression.of) && expression.name !== 'get') {
    found.add(expression.name);
    return true;
  }
  if (expression.kind === 'index' && isConfig(expression.of)) return addLiteral(expression.index, found);
  if (expression.kind === 'call' && expression.callee.kind === 'attribute') {
    const { of, name } = expression.callee;
    if (isConfig(of))
      return (
        name === 'get' &&
        expression.args[0] !== undefined &&
        addLiteral(expression.args[0], found) &&
        expression.args.slice(1).every((each) => collectExpression(each, found))
      );
    return (
      collectExpression(of, found) && partsOf(expression).every((each) => collectExpression(each, found))
    );
  }
  if (isConfig(expression)) return false;
  return partsOf(expression).every((each) => collectExpression(each, found));
}

const isConfig = (expression: Expression) => expression.kind === 'name' && expression.name === 'config';

function addLiteral(expression: Expression, found: Set<string>): boolean {
  if (expression.kind !== 'literal') return false;
  found.add(String(expression.value));
  return true;
}
