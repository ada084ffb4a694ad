import { parseExpression, type Expression } from './expression.ts';
import { TemplateError } from './template-error.ts';

/** A parsed template: text, outputs, and the statements that the dialect has. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'output'; expression: Expression }
  | { kind: 'if'; branches: { test: Expression | null; parts: Part[] }[] }
  | { kind: 'set'; name: string; value: Expression }
  | { kind: 'for'; names: string[]; over: Expression; parts: Part[] };

/** The longest template, in characters. */
const LONGEST = 100_000;
const DEEPEST = 20;
const MARK = /\{\{[-+]?|\{%[-+]?|\{#/g;

const parsed = new Map<string, readonly Part[]>();
const REMEMBERED = 5_000;

/** Whether a text has anything to evaluate. */
export const isTemplate = (text: string) => /\{\{|\{%|\{#/.test(text);

/** Parses a template. The same text is parsed once. */
export function parseTemplate(text: string): readonly Part[] {
  const known = parsed.get(text);
  if (known) return known;
  if (text.length > LONGEST) throw new TemplateError('the template is too long');
  const parts = new Blocks(piecesOf(text)).parts([]);
  if (parsed.size >= REMEMBERED) parsed.clear();
  parsed.set(text, parts);
  return parts;
}

type Piece = { kind: 'text' | 'output' | 'statement'; text: string };

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let trims = false;
  const addText = (raw: string, trimsEnd: boolean) => {
    let kept = trims ? raw.trimStart() : raw;
    if (trimsEnd) kept = kept.trimEnd();
    if (kept !== '') pieces.push({ kind: 'text', text: kept });
  };
  for (;;) {
    MARK.lastIndex = at;
    const mark = MARK.exec(text);
    if (!mark) break;
    const opening = mark[0];
    addText(text.slice(at, mark.index), opening.endsWith('-'));
    const closing = opening.startsWith('{{') ? '}}' : opening.startsWith('{%') ? '%}' : '#}';
    const start = mark.index + opening.length;
    const end = closing === '#}' ? text.indexOf(closing, start) : endOf(text, start, closing);
    if (end < 0) throw new TemplateError(`“${opening}” isn’t closed`);
    let inner = text.slice(start, end);
    trims = inner.endsWith('-');
    if (trims || inner.endsWith('+')) inner = inner.slice(0, -1);
    if (closing !== '#}')
      pieces.push({ kind: closing === '}}' ? 'output' : 'statement', text: inner.trim() });
    at = end + 2;
  }
  addText(text.slice(at), false);
  return pieces;
}

/** Returns where the closing mark is, outside of quotes and of braces. */
function endOf(text: string, start: number, closing: string): number {
  let quote = '';
  let braces = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!;
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (braces === 0 && text.startsWith(closing, at)) return at;
    else if (character === '{') braces += 1;
    else if (character === '}') braces -= 1;
  }
  return -1;
}

/** Puts the pieces of statements into blocks. */
class Blocks {
  readonly #pieces: readonly Piece[];
  #at = 0;
  #depth = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** Returns the parts up to one of the statements, at which the next call begins. */
  parts(until: readonly string[]): Part[] {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new TemplateError('the template is nested too deeply');
    const parts: Part[] = [];
    while (this.#at < this.#pieces.length) {
      const { kind, text } = this.#pieces[this.#at]!;
      if (kind === 'statement' && until.includes(wordOf(text))) {
        this.#depth -= 1;
        return parts;
      }
      this.#at += 1;
      if (kind === 'text') parts.push({ kind, text });
      else if (kind === 'output') parts.push({ kind, expression: parseExpression(text) });
      else parts.push(this.#statement(text));
    }
    if (until.length > 0) throw new TemplateError(`“{% ${until.at(-1)} %}” is missing`);
    this.#depth -= 1;
    return parts;
  }

  #statement(text: string): Part {
    const word = wordOf(text);
    const rest = text.slice(word.length).trim();
    if (word === 'if') return this.#if(rest);
    if (word === 'for') return this.#for(rest);
    const set = /^([A-Za-z_]\w*)\s*=(?!=)([\s\S]+)$/.exec(rest);
    if (word === 'set' && set) return { kind: 'set', name: set[1]!, value: parseExpression(set[2]!) };
    throw new TemplateError(`the statement “${word}” isn’t known`);
  }

  #if(first: string): Part {
    const branches: { test: Expression | null; parts: Part[] }[] = [];
    let test: Expression | null = parseExpression(first);
    for (;;) {
      branches.push({ test, parts: this.parts(['elif', 'else', 'endif']) });
      const text = this.#pieces[this.#at++]!.text;
      const word = wordOf(text);
      if (word === 'endif') return { kind: 'if', branches };
      if (test === null) throw new TemplateError(`“${word}” comes after “else”`);
      test = word === 'else' ? null : parseExpression(text.slice(word.length));
    }
  }

  #for(text: string): Part {
    const found = /^([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)?)\s+in\s+([\s\S]+)$/.exec(text);
    if (!found) throw new TemplateError('“for” needs a name and “in”');
    const names = found[1]!.split(',').map((name) => name.trim());
    const over = parseExpression(found[2]!);
    const parts = this.parts(['endfor']);
    this.#at += 1;
    return { kind: 'for', names, over, parts };
  }
}

const wordOf = (text: string) => /^\w*/.exec(text)![0];
