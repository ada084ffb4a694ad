import type { Calculable } from './numbers.ts';
import { TemplateError } from './template-error.ts';
import { tokensOf, type Token } from './tokens.ts';

export type Expression =
  | { kind: 'literal'; value: string | Calculable | boolean | null }
  | { kind: 'name'; name: string }
  | { kind: 'list' | 'tuple'; items: Expression[] }
  | { kind: 'dict'; entries: [Expression, Expression][] }
  | { kind: 'attribute'; of: Expression; name: string }
  | { kind: 'index'; of: Expression; index: Expression }
  | { kind: 'slice'; of: Expression; from: Expression | null; to: Expression | null; step: Expression | null }
  | { kind: 'call'; callee: Expression; args: Expression[]; named: [string, Expression][] }
  | { kind: 'filter'; of: Expression; name: string; args: Expression[]; named: [string, Expression][] }
  | { kind: 'test'; of: Expression; name: string; args: Expression[]; negated: boolean }
  | { kind: 'unary'; operator: string; of: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'compare'; first: Expression; rest: [operator: string, operand: Expression][] }
  | { kind: 'condition'; test: Expression; then: Expression; otherwise: Expression | null };

/** How deep expressions may be nested, so that parsing and evaluating them can't exhaust the stack. */
const DEEPEST = 60;
/** The most tokens of an expression. */
const LONGEST = 10_000;

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', 'not in']);
const CONSTANTS = new Map<string, string | boolean | null>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else']);

/** Parses the whole text as one expression of the dialect, which is Jinja's. */
export function parseExpression(source: string): Expression {
  const parser = new Parser(tokensOf(source));
  const parsed = parser.tupleOrExpression();
  parser.requireEnd();
  return parsed;
}

/** Parses expressions by descent, one method for each level of precedence. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    if (tokens.length > LONGEST) throw new TemplateError('the expression is too long');
    this.#tokens = tokens;
  }

  requireEnd(): void {
    const next = this.#tokens[this.#at];
    if (next) throw new TemplateError(`unexpected “${next.text}”`);
  }

  tupleOrExpression(): Expression {
    const first = this.expression();
    if (!this.#is(',')) return first;
    const items = [first];
    while (this.#take(',')) {
      if (!this.#tokens[this.#at] || this.#is(')')) break;
      items.push(this.expression());
    }
    return { kind: 'tuple', items };
  }

  expression(): Expression {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new TemplateError('the expression is nested too deeply');
    const then = this.#or();
    let parsed = then;
    if (this.#take('if')) {
      const test = this.#or();
      const otherwise = this.#take('else') ? this.expression() : null;
      parsed = { kind: 'condition', test, then, otherwise };
    }
    this.#depth -= 1;
    return parsed;
  }

  #or(): Expression {
    return this.#chain(['or'], () => this.#and());
  }

  #and(): Expression {
    return this.#chain(['and'], () => this.#not());
  }

  #not(): Expression {
    let negations = 0;
    while (this.#take('not')) negations += 1;
    let parsed = this.#comparison();
    if (negations > DEEPEST) throw new TemplateError('the expression is nested too deeply');
    for (; negations > 0; negations -= 1) parsed = { kind: 'unary', operator: 'not', of: parsed };
    return parsed;
  }

  #comparison(): Expression {
    const first = this.#sum();
    const rest: [string, Expression][] = [];
    for (;;) {
      const operator = this.#comparisonOperator();
      if (operator === null) break;
      rest.push([operator, this.#sum()]);
    }
    return rest.length === 0 ? first : { kind: 'compare', first, rest };
  }

  #comparisonOperator(): string | null {
    const text = this.#word();
    if (text === 'not' && this.#word(1) === 'in') {
      this.#at += 2;
      return 'not in';
    }
    if (text === null || !COMPARISONS.has(text)) return null;
    this.#at += 1;
    return text;
  }

  #sum(): Expression {
    return this.#chain(['+', '-'], () => this.#chain(['~'], () => this.#product()));
  }

  #product(): Expression {
    return this.#chain(['*', '/', '//', '%'], () => this.#power());
  }

  /** A sign and filters bind more than this, as in Jinja. */
  #power(): Expression {
    return this.#chain(['**'], () => this.#unary());
  }

  #unary(): Expression {
    const signs: string[] = [];
    while (this.#is('-') || this.#is('+')) signs.push(this.#tokens[this.#at++]!.text);
    if (signs.length > DEEPEST) throw new TemplateError('the expression is nested too deeply');
    let parsed = this.#postfix(this.#primary());
    for (const operator of signs.reverse()) parsed = { kind: 'unary', operator, of: parsed };
    return this.#filtersAndTests(parsed);
  }

  #filtersAndTests(given: Expression): Expression {
    let parsed = given;
    for (let many = 0; ; many += 1) {
      if (many > DEEPEST) throw new TemplateError('the expression is nested too deeply');
      if (this.#take('|')) {
        const name = this.#name();
        const { args, named } = this.#take('(') ? this.#arguments() : { args: [], named: [] };
        parsed = this.#postfix({ kind: 'filter', of: parsed, name, args, named });
      } else if (this.#take('is')) {
        const negated = this.#take('not');
        const name = this.#name();
        parsed = { kind: 'test', of: parsed, name, args: this.#testArguments(), negated };
      } else return parsed;
    }
  }

  #testArguments(): Expression[] {
    if (this.#take('(')) return this.#arguments().args;
    const next = this.#tokens[this.#at];
    if (!next || next.kind === 'operator' || WORDS.has(next.text)) return [];
    return [this.#postfix(this.#primary())];
  }

  #postfix(given: Expression): Expression {
    let parsed = given;
    for (let many = 0; ; many += 1) {
      if (many > DEEPEST) throw new TemplateError('the expression is nested too deeply');
      if (this.#take('.')) {
        const token = this.#tokens[this.#at++];
        if (token?.kind === 'number') parsed = indexBy(parsed, token.value);
        else if (token?.kind === 'name') parsed = { kind: 'attribute', of: parsed, name: token.text };
        else throw new TemplateError('a name is missing after “.”');
      } else if (this.#take('[')) parsed = this.#subscript(parsed);
      else if (this.#take('(')) parsed = { kind: 'call', callee: parsed, ...this.#arguments() };
      else return parsed;
    }
  }

  #subscript(of: Expression): Expression {
    const part = () => (this.#is(':') || this.#is(']') ? null : this.expression());
    const from = part();
    if (!this.#take(':')) {
      this.#require(']');
      if (from === null) throw new TemplateError('an index is missing');
      return { kind: 'index', of, index: from };
    }
    const to = part();
    const step = this.#take(':') ? part() : null;
    this.#require(']');
    return { kind: 'slice', of, from, to, step };
  }

  #arguments(): { args: Expression[]; named: [string, Expression][] } {
    const args: Expression[] = [];
    const named: [string, Expression][] = [];
    while (!this.#take(')')) {
      const token = this.#tokens[this.#at];
      if (token?.kind === 'name' && this.#tokens[this.#at + 1]?.text === '=') {
        this.#at += 2;
        named.push([token.text, this.expression()]);
      } else args.push(this.expression());
      if (!this.#is(')')) this.#require(',');
    }
    return { args, named };
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at++];
    if (!token) throw new TemplateError('the expression ends too early');
    if (token.kind === 'number') return { kind: 'literal', value: token.value };
    if (token.kind === 'string') return { kind: 'literal', value: this.#adjacent(token.value) };
    if (token.kind === 'name') {
      if (CONSTANTS.has(token.text)) return { kind: 'literal', value: CONSTANTS.get(token.text)! };
      if (WORDS.has(token.text)) throw new TemplateError(`unexpected “${token.text}”`);
      return { kind: 'name', name: token.text };
    }
    if (token.text === '(') return this.#parenthesized();
    if (token.text === '[') return { kind: 'list', items: this.#items(']') };
    if (token.text === '{') return this.#dict();
    throw new TemplateError(`unexpected “${token.text}”`);
  }

  /** Strings next to each other are one. */
  #adjacent(first: string): string {
    let value = first;
    for (;;) {
      const next = this.#tokens[this.#at];
      if (next?.kind !== 'string') return value;
      value += next.value;
      this.#at += 1;
    }
  }

  #parenthesized(): Expression {
    if (this.#take(')')) return { kind: 'tuple', items: [] };
    const parsed = this.tupleOrExpression();
    this.#require(')');
    return parsed;
  }

  #items(end: string): Expression[] {
    const items: Expression[] = [];
    while (!this.#take(end)) {
      items.push(this.expression());
      if (!this.#is(end)) this.#require(',');
    }
    return items;
  }

  #dict(): Expression {
    const entries: [Expression, Expression][] = [];
    while (!this.#take('}')) {
      const key = this.expression();
      this.#require(':');
      entries.push([key, this.expression()]);
      if (!this.#is('}')) this.#require(',');
    }
    return { kind: 'dict', entries };
  }

  #chain(operators: readonly string[], operand: () => Expression): Expression {
    let left = operand();
    for (let many = 0; ; many += 1) {
      const text = this.#word();
      if (text === null || !operators.includes(text)) return left;
      if (many > DEEPEST * 4) throw new TemplateError('the expression is too long');
      this.#at += 1;
      left = { kind: 'binary', operator: text, left, right: operand() };
    }
  }

  /** The text of a token that can be an operator. A string's content never is. */
  #word(ahead = 0): string | null {
    const token = this.#tokens[this.#at + ahead];
    return token && (token.kind === 'name' || token.kind === 'operator') ? token.text : null;
  }

  #is(text: string): boolean {
    return this.#word() === text;
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at += 1;
    return true;
  }

  #require(text: string): void {
    if (this.#take(text)) return;
    const found = this.#tokens[this.#at];
    throw new TemplateError(`“${text}” is missing${found ? ` before “${found.text}”` : ''}`);
  }

  #name(): string {
    const token = this.#tokens[this.#at++];
    if (token?.kind !== 'name') throw new TemplateError('a name is missing');
    return token.text;
  }
}

const indexBy = (of: Expression, index: Calculable): Expression => ({
  kind: 'index',
  of,
  index: { kind: 'literal', value: index },
});
