import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rest } from './rest.connector.ts';
import { manifestOf } from './testing/manifest-of.ts';
import { restContext } from './testing/read-all.ts';

test('the schema in a manifest says what its tables and columns are', async () => {
  const manifest = manifestOf({
    url: 'http://127.0.0.1:9',
    schema:
      '{id: {type: integer, description: Its number.}, Id: {type: string, description: Its letters.}, at: {type: string}}, description: What there is',
  });
  const [items] = await rest.discover({ manifest }, restContext());
  assert.deepEqual(items!.comments, {
    table: 'What there is',
    columns: { id: 'Its number.', Id_2: 'Its letters.' },
  });
});
