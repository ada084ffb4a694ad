import { partsOf } from './manifest/template-check.ts';
import type { Manifest } from './manifest/load.ts';
import type { Expression } from './template/expression.ts';
import { isTemplate, parseTemplate, type Part } from './template/template.ts';
import { isDict, own, type Value } from './template/values.ts';

/** A range of time. Its ends are sent as dates, which are no part of an address unless templates carry them there. */
const TIMES = 'incremental_sync';
/** What templates call a slice, by which a range of time can get elsewhere. */
const SLICES = /\bstream_(?:interval|slice|partition)\b/;
/** Fields that are an address, or that something comes from which can be one. */
const CARRIERS: ReadonlySet<string> = new Set(['url', 'url_base', 'path', 'cursor_value', 'transformations']);

/**
 * Returns the names of the configuration's fields that the manifest could put into an address or something else that
 * decides where requests go: by templates, and by what records, partitions, errors, and pages carry from one request
 * to the next. `any` if that can't be told.
 */
export function hostFields(manifest: Manifest): ReadonlySet<string> | 'any' {
  const found = new Set<string>();
  const streams = [...manifest.streams.values()];
  const skipsTimes = !streams.some((stream) => carriesTimes(stream, false, new Set()));
  const isKnown = streams.every((stream) => collect(stream, found, { seen: new Set(), skipsTimes }));
  return isKnown ? found : 'any';
}

/** Whether a range of time can become a part of an address. As a part of its path it stays with the same server. */
function carriesTimes(value: Value, isCarrier: boolean, seen: Set<object>): boolean {
  if (typeof value === 'string') {
    const isWithinPath = /^\/?[\w-]+[/?]/.test(value);
    return isCarrier && !isWithinPath && SLICES.test(value);
  }
  if (typeof value !== 'object' || value === null || seen.has(value)) return false;
  if (!isCarrier) seen.add(value);
  if (Array.isArray(value)) return value.some((each) => carriesTimes(each, isCarrier, seen));
  if (!isDict(value)) return false;
  return Object.entries(value).some(([name, each]) =>
    carriesTimes(each, isCarrier || CARRIERS.has(name), seen),
  );
}

interface Collecting {
  seen: Set<object>;
  skipsTimes: boolean;
}

function collect(value: Value, found: Set<string>, so: Collecting): boolean {
  if (typeof value === 'string') return !isTemplate(value) || collectParts(parseTemplate(value), found);
  if (typeof value !== 'object' || value === null || so.seen.has(value)) return true;
  so.seen.add(value);
  if (Array.isArray(value)) return value.every((each) => collect(each, found, so));
  if (!isDict(value)) return true;
  // Secrets may change, if that is all an authenticator sends.
  const isHeader = ['ApiKeyAuthenticator', 'BearerAuthenticator', 'BasicHttpAuthenticator'].includes(
    String(own(value, 'type')),
  );
  if (isHeader) return true;
  // Which authenticator is used decides which server is asked for a token.
  const selection = own(value, 'authenticator_selection_path');
  if (Array.isArray(selection)) found.add(String(selection[0]));
  return Object.entries(value).every(
    ([name, each]) => (so.skipsTimes && name === TIMES) || collect(each, found, so),
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
