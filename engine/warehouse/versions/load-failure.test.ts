import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFailure } from './load-failure.ts';

// Messages of the engine that occurred in practice. Filling a disk with a spill is too slow for a test.
const messages: [message: string, code: string][] = [
  ['IO Error: Could not write file "/v.duckdb": No space left on device', 'disk_full'],
  [
    'IO Error: Checkpoint failed for database "stage". The database has been invalidated. Original error: failed to offload data block of size 256.0 KiB (0 bytes/0 bytes used).\nThis limit was set by the \'max_temp_directory_size\' setting.',
    'disk_full',
  ],
  [
    'Out of Memory Error: could not allocate block of size 40.0 MiB (4.0 KiB/22.8 MiB used)\n\nPossible solutions:\n* Reducing the number of threads',
    'memory_exhausted',
  ],
  [
    'IO Error: Transaction COMMIT succeeded and is durable, but the autocheckpoint failed. Checkpoint failed for database "stage". Original error: failed to pin block of size 264.0 KiB (305.1 MiB/305.1 MiB used)',
    'memory_exhausted',
  ],
  ['Parser Error: syntax error at or near "x"', 'load_failed'],
];

for (const [message, code] of messages) {
  test(`${code}: ${message.split('\n')[0]}`, () => {
    assert.equal(loadFailure(new Error(message), 'orders').failure.code, code);
  });
}
