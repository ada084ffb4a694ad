/** A process that works on sync runs, as the product does. Its parent sends where the data is, and may kill it. */
import { composeApi } from '../../src/app.ts';
import type { Connection } from '@headwater/base/postgres/connection';
import { openDatabase } from '../../src/platform/database/database.ts';
import { sync } from '../../src/wings/syncs/runs/index.ts';
import { testConfig, testKeys, testLog } from '../test-ground.ts';

export interface WorkerGround {
  readonly connection: Connection;
  readonly role: string | null;
  readonly dataDirectory: string;
  /** By how much this process's clock is wrong. */
  readonly clockSkewMs: number;
}

process.once('message', (ground: WorkerGround) => void work(ground));
process.once('disconnect', () => process.exit());

async function work({ connection, role, dataDirectory, clockSkewMs }: WorkerGround): Promise<void> {
  skewClock(clockSkewMs);
  // Several workers share the store, so that none takes the others for dead when it starts.
  const config = testConfig(dataDirectory, { DATABASE_URL: 'postgres://of-the-test' });
  const database = openDatabase(connection, role, () => undefined);
  await composeApi({ config, keys: testKeys, database, log: testLog, checkResponses: false }, [sync]);
  process.send!('ready');
}

function skewClock(milliseconds: number): void {
  if (milliseconds === 0) return;
  const Correct = Date;
  globalThis.Date = class extends Correct {
    constructor(...parts: [] | [number]) {
      if (parts.length === 0) super(Correct.now() + milliseconds);
      else super(...parts);
    }

    static override now(): number {
      return Correct.now() + milliseconds;
    }
  } as DateConstructor;
}
