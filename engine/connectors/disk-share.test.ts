import { test } from 'node:test';
import { runOnSmallDisk } from '@headwater/base/testing/small-disk';

test('what connectors write for themselves leaves the reserve of the disk free', (context) =>
  runOnSmallDisk(context, new URL('./disk-share.on-small-disk.ts', import.meta.url), 64));
