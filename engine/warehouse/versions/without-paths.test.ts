import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFailure } from './load-failure.ts';
import { failure, toFailure } from '@headwater/base/failures/failure';

const ORG = 'org_2nkhs7a4hm6a4wzpf12yzmz3e8';

test("a failure's message names files without their folders", () => {
  for (const data of ['/var/lib/headwater', '/home/ann lee/.local/share/headwater', '/d']) {
    const file = `${data}/ws/${ORG}/uploads/upl_x`;
    const messages = [
      toFailure(new Error(`ENOENT: no such file or directory, open '${file}'`)),
      loadFailure(new Error(`IO Error: Could not read "${file}": gone\nLINE 1: ${file}`), 'orders').failure,
      failure('source_error', { reason: 'x' }, { internalMessage: `could not open ${file}` }),
    ];
    for (const said of messages) assert.ok(!JSON.stringify(said).includes(data), JSON.stringify(said));
  }
  const { internalMessage } = toFailure(new Error("Cannot find module '/opt/headwater/api/src/x.ts'"));
  assert.equal(internalMessage, "Cannot find module 'x.ts'");
});

test("a source's own message stays unchanged", () => {
  for (const words of [
    'could not access file "/usr/lib/postgresql/16/lib/postgis-3": No such file or directory',
    'GET https://example.com/a/b/c 404',
    'invalid input syntax for type date: "1/2/2024"',
  ]) {
    assert.equal(
      failure('source_error', { reason: words }, { internalMessage: words }).internalMessage,
      words,
    );
  }
});
