import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseJson } from '../json.ts';
import { renderText } from './render.ts';
import { TemplateError } from './template-error.ts';
import { newDict } from './values.ts';

interface Head {
  record: string;
  alone: string[];
  both: string[];
  others: string[];
}
interface OfNumber {
  number: string;
  alone: (string | null)[];
  both: (string | null)[][];
}

/** What Jinja 3.1.6 writes for numbers of each kind in each place of an expression. Null where it raises an error. */
const [head, ...lines] = readFileSync(new URL('../testing/reference-numbers.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as unknown);
const { record, alone, both, others } = head as Head;
const scope = newDict([['record', parseJson(record)]]);

function rendered(expression: string): string | null {
  try {
    return renderText(`{{ ${expression} }}`, scope);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

describe('Numbers are written as Python writes them', () => {
  for (const line of lines as (OfNumber | { expression: string; answer: string | null })[])
    if ('number' in line)
      it(line.number, () => {
        const asked = [
          ...alone.map((form, at) => [form.replaceAll('@', line.number), line.alone[at]!] as const),
          ...others.flatMap((other, row) =>
            both.map((form, at) => {
              const expression = form.replace('@', `(${line.number})`).replace('$', other);
              return [expression, line.both[row]![at]!] as const;
            }),
          ),
        ];
        assert.deepEqual(
          asked.map(([expression]) => [expression, rendered(expression)]),
          asked.map(([expression, answer]) => [expression, answer]),
        );
      });
    else it(line.expression, () => assert.equal(rendered(line.expression), line.answer));
});
