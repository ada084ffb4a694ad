import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  FAILURE_CODES,
  FINDING_CODES,
  LOG_CODES,
  REJECTION_CODES,
  type FailureCode,
} from '@headwater/shared/contract';
import { english, englishOrNull } from '@headwater/shared/messages/english';
import { failure } from '../failures/failure.ts';
import { refusalCatalog, type CatalogEntry } from './refusal-catalog.ts';

const CODES = { failure: FAILURE_CODES, finding: FINDING_CODES, log: LOG_CODES, rejection: REJECTION_CODES };

/** Returns the values that a message names, including those in the branches of a `select` or `plural`. */
function argumentsOf(message: string): string[] {
  return blocksIn(message).flatMap((block) => {
    const [, name = '', branches = ''] = /^\s*(\w+)\s*(?:,\s*\w+\s*,?(.*))?$/s.exec(block)!;
    return [name, ...blocksIn(branches).flatMap(argumentsOf)];
  });
}

/** Returns the text between the outermost braces. */
function blocksIn(text: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [at, mark] of [...text].entries()) {
    if (mark === '{' && (depth += 1) === 1) start = at + 1;
    if (mark === '}' && (depth -= 1) === 0) blocks.push([...text].slice(start, at).join(''));
  }
  return blocks;
}

for (const language of ['en', 'de']) {
  const file = new URL(`../../../shared/messages/messages/${language}.json`, import.meta.url);
  const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

  test(`every code that the API can return has a message on screen (${language})`, () => {
    const coded = Object.entries(CODES).flatMap(([kind, codes]) =>
      Object.keys(codes).map((code) => `${kind}.${code}`),
    );
    const needed = [...Object.keys(refusalCatalog).map((code) => `error.${code}`), ...coded];
    assert.deepEqual(
      needed.filter((key) => !words[key]),
      [],
    );
  });

  test(`the message of a code uses only values that the code provides (${language})`, () => {
    const unknown = Object.entries(CODES).flatMap(([kind, codes]) =>
      Object.entries(codes).flatMap(([code, values]: [string, readonly string[]]) =>
        argumentsOf(words[`${kind}.${code}`] ?? '')
          .filter((name) => !values.includes(name))
          .map((name) => `${kind}.${code}: ${name}`),
      ),
    );
    assert.deepEqual(unknown, []);
  });
}

test('an answer in English has no plurals left: where screens have them, it has words of its own', () => {
  const refusals = Object.entries<CatalogEntry>(refusalCatalog).map(([code, { detail }]) => [
    `error.${code}`,
    detail ?? englishOrNull(`error.${code}`),
  ]);
  const failures = (Object.keys(FAILURE_CODES) as FailureCode[]).flatMap((code) => {
    const { message, fix } = failure(code);
    return [
      [`failure.${code}`, message],
      [`failure.${code}.fix`, fix ?? 'There is none.'],
    ];
  });
  assert.deepEqual(
    [...refusals, ...failures].filter(([, text]) => !text || /[{}]/.test(text.replaceAll(/\{\w+\}/g, ''))),
    [],
  );
});

test('the English of an answer has numbers and quotes as they are', () => {
  assert.equal(english('failure.catalog_too_large').includes('{tables} tables with {columns} columns'), true);
  assert.equal(english('error.not_found'), "This doesn't exist, or you don't have access to it.");
});
