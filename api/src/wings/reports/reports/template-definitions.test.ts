import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TEMPLATES } from '@headwater/shared/report-templates';

const PAGE = '../../../../../shared/report-templates/library/README.md';

test('the page about all templates says what each counts, as its screen does', () => {
  const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8');
  const said = TEMPLATES.flatMap(({ name, question, definitions }) => [
    ...[`## ${name.en}`, `_${question.en}_`],
    ...definitions.map(({ term, meaning }) => `- **${term.en}:** ${meaning.en}`),
  ]);
  assert.deepEqual(
    page.split('\n').filter((line) => /^(## |_|- )/.test(line)),
    said,
  );
});
