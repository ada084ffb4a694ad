import { ownValue } from '@headwater/shared/contract/plain';
import { Arguments, asList, asNumber } from './arguments.ts';
import type { Expression } from './expression.ts';
import { FILTERS } from './filters.ts';
import { MACROS } from './macros.ts';
import { methodOf, partOf } from './methods.ts';
import { Float } from './float.ts';
import { Moment, Span } from './moments.ts';
import { calculate, negated, wholeNumber, type Calculable } from './numbers.ts';
import { MissingValue, TemplateError } from './template-error.ts';
import {
  bounded,
  compare,
  isDict,
  isEqual,
  isNumeric,
  isTrue,
  kindOf,
  newDict,
  own,
  textOf,
  type Dict,
  type Value,
} from './values.ts';

/** How many steps one template may take. */
const MOST_STEPS = 50_000;

const TESTS: Readonly<Record<string, (value: Value, args: readonly Value[]) => boolean>> = {
  defined: (value) => value !== undefined,
  undefined: (value) => value === undefined,
  none: (value) => value === null || value === undefined,
  string: (value) => typeof value === 'string',
  number: (value) => isNumeric(value),
  integer: (value) => typeof value === 'bigint' || Number.isInteger(value),
  float: (value) => value instanceof Float || (typeof value === 'number' && !Number.isInteger(value)),
  boolean: (value) => typeof value === 'boolean',
  mapping: (value) => isDict(value),
  sequence: (value) => Array.isArray(value) || typeof value === 'string',
  iterable: (value) => Array.isArray(value) || typeof value === 'string' || isDict(value),
  true: (value) => value === true,
  false: (value) => value === false,
  odd: (value) => Math.abs(asNumber(value, 'odd')) % 2 === 1,
  even: (value) => asNumber(value, 'even') % 2 === 0,
  equalto: (value, [other]) => isEqual(value, other),
  eq: (value, [other]) => isEqual(value, other),
  in: (value, [list]) => contains(list, value),
};

/** Is told what a template makes of a secret, so that it isn't shown when a server repeats it. */
export interface SecretWatch {
  secrets: ReadonlySet<string>;
  found(text: string): void;
}

const textsIn = (value: Value): string[] =>
  Array.isArray(value)
    ? value.flatMap(textsIn)
    : isDict(value)
      ? Object.values(value).flatMap(textsIn)
      : [textOf(value)];

/** The names of functions that expressions may call. */
export const isMacro = (name: string) => MACROS.has(name);
export const isFilter = (name: string) => FILTERS.has(name);
export const isTest = (name: string) => Object.hasOwn(TESTS, name);

/** Evaluates the expressions of one template. Names lead to the scope's values and to nothing else. */
export class Evaluator {
  readonly scope: Dict;
  readonly #watch: SecretWatch | null;
  /** Names that hold what was made of a secret. */
  readonly #tainted = new Set<string>();
  #hasSeen = false;
  #steps = 0;

  constructor(scope: Dict, watch: SecretWatch | null = null) {
    this.scope = scope;
    this.#watch = watch;
  }

  /** Evaluates a whole expression, and tells who watches if a secret is part of it. */
  evaluateWatched(expression: Expression, setsName?: string): Value {
    this.#hasSeen = false;
    const value = this.evaluate(expression);
    if (!this.#hasSeen) return value;
    if (setsName !== undefined) this.#tainted.add(setsName);
    for (const text of textsIn(value)) this.#watch?.found(text);
    return value;
  }

  step(): void {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) throw new TemplateError('the template takes too long');
  }

  evaluate(expression: Expression): Value {
    const value = this.#evaluate(expression);
    if (!this.#watch || this.#hasSeen) return value;
    this.#hasSeen =
      (typeof value === 'string' && this.#watch.secrets.has(value)) ||
      (expression.kind === 'name' && this.#tainted.has(expression.name));
    return value;
  }

  #evaluate(expression: Expression): Value {
    this.step();
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'name':
        return own(this.scope, expression.name);
      case 'list':
      case 'tuple':
        return expression.items.map((item) => this.evaluate(item));
      case 'dict':
        return newDict(
          expression.entries.map(([key, value]) => [textOf(this.evaluate(key)), this.evaluate(value)]),
        );
      case 'attribute':
        return this.#attribute(this.evaluate(expression.of), expression.name);
      case 'index':
        return this.#index(this.evaluate(expression.of), this.evaluate(expression.index));
      case 'slice':
        return this.#slice(expression);
      case 'call':
        return this.#call(expression);
      case 'filter':
        return this.#filter(expression);
      case 'test':
        return this.#test(expression);
      case 'unary':
        return this.#unary(expression.operator, this.evaluate(expression.of));
      case 'binary':
        return this.#binary(expression);
      case 'compare':
        return this.#compare(expression);
      case 'condition':
        if (isTrue(this.evaluate(expression.test))) return this.evaluate(expression.then);
        return expression.otherwise ? this.evaluate(expression.otherwise) : undefined;
    }
  }

  #attribute(of: Value, name: string): Value {
    if (of === undefined) throw new MissingValue(name);
    return isDict(of) ? own(of, name) : partOf(of, name);
  }

  #index(of: Value, index: Value): Value {
    if (of === undefined) throw new MissingValue(textOf(index));
    if (isDict(of)) return own(of, textOf(index));
    if (!Array.isArray(of) && typeof of !== 'string') return undefined;
    if (!isNumeric(index) || index instanceof Float) return undefined;
    return typeof of === 'string' ? of.at(Number(index)) : of.at(Number(index));
  }

  #slice({ of, from, to, step }: Extract<Expression, { kind: 'slice' }>): Value {
    const value = this.evaluate(of);
    const bound = (part: Expression | null) => {
      const found = part && this.evaluate(part);
      return found === null || found === undefined ? undefined : asNumber(found, 'a slice');
    };
    const [start, end, every] = [bound(from), bound(to), bound(step)];
    if (typeof value !== 'string' && !Array.isArray(value))
      throw new TemplateError(`${kindOf(value)} has no parts`);
    if (every === undefined || every === 1) return value.slice(start, end);
    if (every !== -1 || start !== undefined || end !== undefined)
      throw new TemplateError('slices have a step of 1 or -1');
    return typeof value === 'string' ? [...value].reverse().join('') : [...value].reverse();
  }

  #call({ callee, args, named }: Extract<Expression, { kind: 'call' }>): Value {
    if (callee.kind === 'name') {
      const macro = MACROS.get(callee.name);
      if (!macro) throw new TemplateError(`${callee.name}() isn’t known`);
      return macro(this.#arguments(callee.name, args, named));
    }
    if (callee.kind !== 'attribute') throw new TemplateError('this can’t be called');
    const of = this.evaluate(callee.of);
    if (of === undefined || of === null) throw new MissingValue(callee.name);
    const method = methodOf(of, callee.name);
    if (!method) throw new TemplateError(`${kindOf(of)} has no ${callee.name}()`);
    return method(this.#arguments(callee.name, args, named));
  }

  #filter({ of, name, args, named }: Extract<Expression, { kind: 'filter' }>): Value {
    const filter = FILTERS.get(name);
    if (!filter) throw new TemplateError(`the filter “${name}” isn’t known`);
    const value = name === 'default' || name === 'd' ? this.#orMissing(of) : this.evaluate(of);
    return filter(value, this.#arguments(name, args, named));
  }

  #test({ of, name, args, negated }: Extract<Expression, { kind: 'test' }>): Value {
    if (!isTest(name)) throw new TemplateError(`the test “${name}” isn’t known`);
    const value = this.#orMissing(of);
    const passes = ownValue(TESTS, name)!(
      value,
      args.map((each) => this.evaluate(each)),
    );
    return passes !== negated;
  }

  /** Returns a value, which may be missing at any depth. */
  #orMissing(expression: Expression): Value {
    try {
      return this.evaluate(expression);
    } catch (error) {
      if (error instanceof MissingValue) return undefined;
      throw error;
    }
  }

  #arguments(
    name: string,
    args: readonly Expression[],
    named: readonly (readonly [string, Expression])[],
  ): Arguments {
    return new Arguments(
      name,
      args.map((each) => this.evaluate(each)),
      new Map(named.map(([key, each]) => [key, this.evaluate(each)])),
    );
  }

  #unary(operator: string, value: Value): Value {
    if (operator === 'not') return !isTrue(value);
    if (value instanceof Span) return operator === '-' ? value.negated() : value;
    if (!isNumeric(value)) throw new TemplateError(`${kindOf(value)} has no sign`);
    const number = typeof value === 'boolean' ? Number(value) : value;
    return operator === '-' ? negated(number) : number;
  }

  #binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): Value {
    const first = this.evaluate(left);
    if (operator === 'and') return isTrue(first) ? this.evaluate(right) : first;
    if (operator === 'or') return isTrue(first) ? first : this.evaluate(right);
    const second = this.evaluate(right);
    if (operator === '~') return bounded(textOf(first) + textOf(second));
    if (first === undefined || second === undefined) throw new MissingValue(operator);
    if (operator === '+') return sum(first, second);
    if (operator === '-') return difference(first, second);
    if (operator === '%' && typeof first === 'string') return formatted(first, second);
    if (operator === '*' && !isNumeric(first)) return repeated(first, second);
    return calculated(operator, first, second);
  }

  #compare({ first, rest }: Extract<Expression, { kind: 'compare' }>): Value {
    let left = this.evaluate(first);
    for (const [operator, operand] of rest) {
      const right = this.evaluate(operand);
      if (!holds(operator, left, right)) return false;
      left = right;
    }
    return true;
  }
}

function holds(operator: string, left: Value, right: Value): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case 'in':
      return contains(right, left);
    case 'not in':
      return !contains(right, left);
  }
  if (left === undefined || right === undefined) throw new MissingValue(operator);
  const order = compare(left, right);
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

function contains(list: Value, value: Value): boolean {
  if (typeof list === 'string') return list.includes(textOf(value));
  if (isDict(list)) return Object.hasOwn(list, textOf(value));
  return asList(list, '“in”').some((each) => isEqual(each, value));
}

function sum(one: Value, other: Value): Value {
  if (typeof one === 'string' && typeof other === 'string') return bounded(one + other);
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (one instanceof Moment && other instanceof Span) return one.plus(other);
  if (one instanceof Span && other instanceof Moment) return other.plus(one);
  if (one instanceof Span && other instanceof Span)
    return new Span(one.milliseconds + other.milliseconds, one.months + other.months);
  return calculated('+', one, other);
}

function difference(one: Value, other: Value): Value {
  if (one instanceof Moment && other instanceof Span) return one.plus(other, -1);
  if (one instanceof Moment && other instanceof Moment)
    return new Span(one.milliseconds - other.milliseconds);
  if (one instanceof Span && other instanceof Span) return sum(one, other.negated());
  return calculated('-', one, other);
}

function repeated(one: Value, other: Value): Value {
  if (one instanceof Span && isNumeric(other))
    return new Span(one.milliseconds * Number(other), one.months * Number(other));
  if (typeof one !== 'string' || !isNumeric(other) || other instanceof Float)
    return calculated('*', one, other);
  const times = Math.max(0, Number(other));
  if (one.length * times > 100_000) throw new TemplateError('the result is too long');
  return one.repeat(times);
}

const wholeOf = (value: Value) =>
  typeof value === 'bigint' ? value : wholeNumber(Math.trunc(asNumber(value, '%d')));

/** `'%s of %s' % (a, b)` */
function formatted(text: string, given: Value): Value {
  const values = Array.isArray(given) ? [...given] : [given];
  return bounded(
    text.replace(/%(0?\d*)([sd%])/g, (_, width: string, kind: string) => {
      if (kind === '%') return '%';
      const value = values.shift();
      const written = kind === 'd' ? String(wholeOf(value)) : textOf(value);
      return width === ''
        ? written
        : written.padStart(Math.min(1000, Number(width)), width.startsWith('0') ? '0' : ' ');
    }),
  );
}

function calculated(operator: string, one: Value, other: Value): Calculable {
  if (!isNumeric(one) || !isNumeric(other))
    throw new TemplateError(`${kindOf(one)} ${operator} ${kindOf(other)} can’t be calculated`);
  const numberOf = (value: Calculable | boolean) => (typeof value === 'boolean' ? Number(value) : value);
  return calculate(operator, numberOf(one), numberOf(other));
}
