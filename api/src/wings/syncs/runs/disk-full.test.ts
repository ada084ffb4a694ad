import { test } from 'node:test';
import { runOnSmallDisk } from '@headwater/base/testing/small-disk';

test('on a disk that runs full, nothing is lost and nothing is left behind', (context) =>
  runOnSmallDisk(context, new URL('./disk-full.on-small-disk.ts', import.meta.url), 96));
