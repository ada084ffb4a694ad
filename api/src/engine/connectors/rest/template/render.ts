import { asList } from './arguments.ts';
import { Evaluator } from './evaluate.ts';
import { parseExpression, type Expression } from './expression.ts';
import { parseTemplate, type Part } from './template.ts';
import { MissingValue } from './template-error.ts';
import { bounded, isDict, isTrue, newDict, textOf, type Dict, type Value } from './values.ts';

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
      return textOf(evaluator.evaluate(part.expression));
    case 'set':
      evaluator.scope[part.name] = evaluator.evaluate(part.value);
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

/** Evaluates a template to text, as for a URL. What is missing leaves nothing. */
export const renderText = (template: string, scope: Dict): string => {
  const value = renderValue(template, scope);
  return value === null || value === undefined ? '' : textOf(value);
};

/**
 * Evaluates a template to a value. The dialect renders text first and then reads it as a literal if it is one, so that
 * `{{ record.count }}` is a number and `{{ response.next }}` an object. Null if the template has no value.
 */
export function renderValue(template: string, scope: Dict): Value {
  const parts = parseTemplate(template);
  const evaluator = new Evaluator(scopeOf(scope));
  const [only, ...others] = parts;
  if (only?.kind === 'output' && others.length === 0) {
    const value = missingAsNull(() => evaluator.evaluate(only.expression));
    if (value === null || value === undefined || value === '') return null;
    return typeof value === 'string' ? literalOf(value) : value;
  }
  const text = rendered(parts, evaluator);
  return text === null || text === '' ? null : literalOf(text);
}

/** Evaluates a template to text without reading the text as a literal. */
export function renderPlain(template: string, scope: Dict): Value {
  const text = rendered(parseTemplate(template), new Evaluator(scopeOf(scope)));
  return text === null ? null : text;
}

/** What the dialect takes for false besides what Python does. */
const FALSE: ReadonlySet<string> = new Set(['', 'false', 'False', '{}', '[]', '()', 'None', '0', '0.0']);

/** Evaluates a condition. */
export function renderCondition(template: string, scope: Dict): boolean {
  const value = renderValue(template, scope);
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
const LITERAL_START = /^\s*(?:[-+\d"'[{(]|True$|False$|None$)/;
const NUMBER = /^\s*[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?\s*$/;

/** Reads a text as a literal of Python if it is one. */
export function literalOf(text: string): Value {
  if (text.length > LONGEST_LITERAL || !LITERAL_START.test(text)) return text;
  if (NUMBER.test(text)) {
    const number = Number(text);
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
  }
  if (/^\s*[-+]?\d/.test(text)) return text;
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

/** Evaluates all templates in data of any shape. Entries without a value are left out of objects. */
export function renderDeep(given: Value, scope: Dict): Value {
  if (typeof given === 'string') return renderValue(given, scope);
  if (Array.isArray(given)) return given.map((each) => renderDeep(each, scope));
  if (!isDict(given)) return given;
  const entries = Object.entries(given).map(
    ([key, each]) => [renderText(key, scope), renderDeep(each, scope)] as const,
  );
  return newDict(entries.filter(([, value]) => value !== null && value !== undefined));
}
