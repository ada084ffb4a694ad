import { asList } from './arguments.ts';
import { Evaluator, type SecretWatch } from './evaluate.ts';
import { parseExpression, type Expression } from './expression.ts';
import { numberLiteral } from './numbers.ts';
import { parseTemplate, type Part } from './template.ts';
import { MissingValue } from './template-error.ts';
import { bounded, isDict, isNumeric, isTrue, newDict, textOf, type Dict, type Value } from './values.ts';

/** Evaluates a template to text. Null if it asks something of a value that is missing. */
function rendered(parts: readonly Part[], evaluator: Evaluator): string | null {
  try {
    return renderParts(parts, evaluator);
  } catch (error) {
    if (error instanceof MissingValue) return null;
    throw error;
  }
}

function renderParts(parts: readonly Part[], evaluator: Evaluator): string {
  let text = '';
  for (const part of parts) {
    evaluator.step();
    text = bounded(text + renderPart(part, evaluator));
  }
  return text;
}

function renderPart(part: Part, evaluator: Evaluator): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'output':
      return textOf(evaluator.evaluateWatched(part.expression));
    case 'set':
      evaluator.scope[part.name] = evaluator.evaluateWatched(part.value, part.name);
      return '';
    case 'if': {
      const taken = part.branches.find(({ test }) => test === null || isTrue(evaluator.evaluate(test)));
      return taken ? renderParts(taken.parts, evaluator) : '';
    }
    case 'for': {
      let text = '';
      for (const each of asList(evaluator.evaluate(part.over), '“for”')) {
        const values = part.names.length === 1 ? [each] : asList(each, '“for”');
        for (const [at, name] of part.names.entries()) evaluator.scope[name] = values[at];
        text = bounded(text + renderParts(part.parts, evaluator));
      }
      return text;
    }
  }
}

const scopeOf = (given: Dict): Dict => newDict(Object.entries(given));

/** Evaluates a template. Null if it has no value, and a text if it is more than one expression. */
function evaluated(template: string, scope: Dict, watch?: SecretWatch): Value {
  const parts = parseTemplate(template);
  const evaluator = new Evaluator(scopeOf(scope), watch);
  const [only, ...others] = parts;
  const value =
    only?.kind === 'output' && others.length === 0
      ? missingAsNull(() => evaluator.evaluateWatched(only.expression))
      : rendered(parts, evaluator);
  return value === undefined || value === '' ? null : value;
}

/**
 * Evaluates a template to text as it is written, as for a URL or a header: what looks like a number, an object, or
 * None stays the text that it is. What is missing leaves nothing.
 */
export const renderText = (template: string, scope: Dict, watch?: SecretWatch): string => {
  const value = evaluated(template, scope, watch);
  return value === null ? '' : typeof value === 'string' ? unquoted(value, template) : textOf(value);
};

/** Evaluates a template to what is sent as a parameter or a field of a form: texts as written, or a list. */
export function renderParameter(template: string, scope: Dict, watch?: SecretWatch): Value {
  const value = evaluated(template, scope, watch);
  if (value === null || Array.isArray(value)) return value;
  if (typeof value !== 'string') return textOf(value);
  const literal = /^\s*\[/.test(value) ? literalOf(value) : null;
  return Array.isArray(literal) ? literal : unquoted(value, template);
}

/**
 * Manifests put a text into quotes where the dialect would read a number, and so does its filter `string`. These quotes
 * aren't sent, but those of data are.
 */
function unquoted(text: string, template: string): string {
  const isData = /^\s*\{\{/.test(template) && !text.startsWith('"""');
  if (isData || !/^\s*["']/.test(text)) return text;
  const literal = literalOf(text);
  return typeof literal === 'string' ? literal : text;
}

/**
 * Evaluates a template to a value. The dialect renders text first and then reads it as a literal if it is one, so that
 * `{{ record.count }}` is a number and `{{ response.next }}` an object. Null if the template has no value.
 */
export function renderValue(template: string, scope: Dict, watch?: SecretWatch): Value {
  const value = evaluated(template, scope, watch);
  return typeof value === 'string' ? literalOf(value) : value;
}

/** Evaluates a template to a value of which a text stays as it is written, as a server has sent it. */
export function renderToken(template: string, scope: Dict, watch?: SecretWatch): Value {
  const value = evaluated(template, scope, watch);
  if (typeof value !== 'string') return value;
  const literal = literalOf(value);
  const isLossless = typeof literal === 'object' || (isNumeric(literal) && textOf(literal) === value);
  // Whoever writes more than an expression, writes a number.
  return isLossless && !isOneExpression(template) ? literal : unquoted(value, template);
}

const isOneExpression = (template: string) => {
  const [only, ...others] = parseTemplate(template);
  return only?.kind === 'output' && others.length === 0;
};

/** Evaluates a template to text without reading the text as a literal. */
export function renderPlain(template: string, scope: Dict, watch?: SecretWatch): Value {
  const text = rendered(parseTemplate(template), new Evaluator(scopeOf(scope), watch));
  return text === null ? null : text;
}

/** What the dialect takes for false besides what Python does. */
const FALSE: ReadonlySet<string> = new Set(['', 'false', 'False', '{}', '[]', '()', 'None', '0', '0.0']);

/** Evaluates a condition. */
export function renderCondition(template: string, scope: Dict, watch?: SecretWatch): boolean {
  const value = renderValue(template, scope, watch);
  return typeof value === 'string' ? !FALSE.has(value) : isTrue(value);
}

function missingAsNull(evaluate: () => Value): Value {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof MissingValue) return null;
    throw error;
  }
}

const LONGEST_LITERAL = 20_000;
const LITERAL_START = /^\s*(?:[-+.\d"'[{(]|True$|False$|None$)/;
/** What looks like a number but isn't a literal, as in `007` and `2024-01-31`, stays a text. */
const PADDED = /(?:^|[^\w.])0\d/;

/** Reads a text as a literal of Python if it is one. */
export function literalOf(text: string): Value {
  if (text.length > LONGEST_LITERAL || !LITERAL_START.test(text)) return text;
  const number = numberLiteral(text);
  if (number !== null) return number;
  if (/^\s*[-+.\d]/.test(text) && (PADDED.test(text) || !text.includes(','))) return text;
  try {
    const parsed = parseExpression(text);
    return isLiteral(parsed) ? new Evaluator(newDict()).evaluate(parsed) : text;
  } catch {
    return text;
  }
}

function isLiteral(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return true;
    case 'list':
    case 'tuple':
      return expression.items.every(isLiteral);
    case 'dict':
      return expression.entries.every(([key, value]) => isLiteral(key) && isLiteral(value));
    case 'unary':
      return expression.operator !== 'not' && isLiteral(expression.of);
    default:
      return false;
  }
}

/**
 * Evaluates all templates in data of any shape, each by `render`. Entries without a value are left out of objects.
 */
export function renderDeep(
  given: Value,
  scope: Dict,
  watch?: SecretWatch,
  render: typeof renderValue = renderValue,
): Value {
  if (typeof given === 'string') return render(given, scope, watch);
  if (Array.isArray(given)) return given.map((each) => renderDeep(each, scope, watch, render));
  if (!isDict(given)) return given;
  const entries = Object.entries(given).map(
    ([key, each]) => [renderText(key, scope, watch), renderDeep(each, scope, watch, render)] as const,
  );
  return newDict(entries.filter(([, value]) => value !== null && value !== undefined));
}
