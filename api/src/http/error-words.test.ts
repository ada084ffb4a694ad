import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FAILURE_CODES } from '@headwater/shared/contract';
import { errorCatalogue } from './error-catalogue.ts';

for (const language of ['en', 'de']) {
  test(`every code that the API can answer has its words on screen (${language})`, () => {
    const file = new URL(`../../../shared/messages/messages/${language}.json`, import.meta.url);
    const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const needed = [
      ...Object.keys(errorCatalogue).map((code) => `error.${code}`),
      ...Object.keys(FAILURE_CODES).map((code) => `failure.${code}`),
    ];
    assert.deepEqual(
      needed.filter((key) => !words[key]),
      [],
    );
  });
}
