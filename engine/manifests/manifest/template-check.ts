import { isFilter, isMacro, isTest } from '../template/evaluate.ts';
import type { Expression } from '../template/expression.ts';
import { parseTemplate, isTemplate, type Part } from '../template/template.ts';
import { TemplateError } from '../template/template-error.ts';

/** What templates can name. Not each of them has a value everywhere. */
const NAMES: ReadonlySet<string> = new Set([
  'config',
  'parameters',
  'stream_slice',
  'stream_interval',
  'stream_partition',
  'next_page_token',
  'response',
  'headers',
  'record',
  'last_record',
  'last_page_size',
  'page_size',
  'request_url',
  'session_token',
  'property',
  'value',
  'path',
]);

/** Throws if a template can't be parsed, or asks for a name that the dialect doesn't have. */
export function requireTemplate(text: string): void {
  if (isTemplate(text)) checkParts(parseTemplate(text), new Set(NAMES));
}

function checkParts(parts: readonly Part[], names: Set<string>): void {
  for (const part of parts) {
    if (part.kind === 'output') checkExpression(part.expression, names);
    if (part.kind === 'set') {
      checkExpression(part.value, names);
      names.add(part.name);
    }
    if (part.kind === 'if')
      for (const { test, parts: inner } of part.branches) {
        if (test) checkExpression(test, names);
        checkParts(inner, names);
      }
    if (part.kind === 'for') {
      checkExpression(part.over, names);
      for (const name of part.names) names.add(name);
      checkParts(part.parts, names);
    }
  }
}

function checkExpression(expression: Expression, names: ReadonlySet<string>): void {
  if (expression.kind === 'name' && !names.has(expression.name))
    throw new TemplateError(`the name “${expression.name}” isn’t known`);
  if (expression.kind === 'filter' && !isFilter(expression.name))
    throw new TemplateError(`the filter “${expression.name}” isn’t known`);
  if (expression.kind === 'test' && !isTest(expression.name))
    throw new TemplateError(`the test “${expression.name}” isn’t known`);
  if (expression.kind === 'call' && expression.callee.kind === 'name') {
    if (!isMacro(expression.callee.name)) throw new TemplateError(`${expression.callee.name}() isn’t known`);
  } else if (expression.kind === 'call') checkExpression(expression.callee, names);
  for (const part of partsOf(expression)) checkExpression(part, names);
}

/** The expressions directly within one, except what a call calls. */
export function partsOf(expression: Expression): Expression[] {
  const found = (parts: readonly (Expression | null)[]) => parts.filter((part) => part !== null);
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'list':
    case 'tuple':
      return expression.items;
    case 'dict':
      return expression.entries.flat();
    case 'attribute':
    case 'unary':
      return [expression.of];
    case 'index':
      return [expression.of, expression.index];
    case 'slice':
      return found([expression.of, expression.from, expression.to, expression.step]);
    case 'call':
      return [...expression.args, ...expression.named.map(([, value]) => value)];
    case 'filter':
      return [expression.of, ...expression.args, ...expression.named.map(([, value]) => value)];
    case 'test':
      return [expression.of, ...expression.args];
    case 'binary':
      return [expression.left, expression.right];
    case 'compare':
      return [expression.first, ...expression.rest.map(([, operand]) => operand)];
    case 'condition':
      return found([expression.test, expression.then, expression.otherwise]);
  }
}
