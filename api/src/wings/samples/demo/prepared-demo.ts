import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '../../../http/services.ts';
import { installationSelect, installationTransaction } from '../../../platform/database/installation-db.ts';
import { loadSampleData } from '../sample-data/index.ts';
import { insertDemoUser, insertDemoWorkspace } from './demo-accounts.ts';
import { endDemo } from './end-demos.ts';

/** Long enough that one is there although the next day's could not be loaded. */
const LIFE_MS = 48 * 3_600_000;

/** A visitor waits this long for a sample that is just being loaded. */
const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 250;

/**
 * Loads today's sample into a workspace that nobody enters, so that visitors get what it has loaded. Does nothing if
 * it's there already.
 */
export async function prepareDemo(services: Services): Promise<void> {
  if (services.config.demo === 'off') return;
  const today = new Date().toISOString().slice(0, 10);
  if ((await listPrepared(services)).some(({ day, state }) => day === today && state !== 'failed')) return;
  const user = await installationTransaction(services.database, (db) =>
    insertDemoUser(db, 'prepared', LIFE_MS),
  );
  try {
    const target = await insertDemoWorkspace(services, user);
    await loadSampleData(services, target, { actor: user, language: 'en', timeZone: null });
  } catch (error) {
    await endDemo(services, user.id);
    throw error;
  }
}

/**
 * Returns the workspace with the latest sample that was loaded completely. Waits for the first one if it's being loaded.
 * Returns undefined if there is none.
 */
export async function preparedWorkspace(services: Services): Promise<string | undefined> {
  const latest = Date.now() + WAIT_MS;
  for (;;) {
    const prepared = await listPrepared(services);
    const ready = prepared.find(({ state }) => state === 'loaded');
    const isDone = prepared.every(({ state }) => state !== 'loading');
    if (ready || isDone || Date.now() > latest) return ready?.id;
    await setTimeout(LOOK_EVERY_MS);
  }
}

interface Prepared {
  id: string;
  /** Of its data, in UTC. */
  day: string;
  state: 'loading' | 'loaded' | 'failed';
}

/** Lists the workspaces that were prepared, the latest first. */
const listPrepared = ({ database }: Services) =>
  installationSelect<Prepared>(
    database,
    sql`
      select made.id, to_char(made.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
        case
          when run.state = 'succeeded' then 'loaded'
          when run.ended_at is null and made.created_at > now() - interval '10 minutes' then 'loading'
          else 'failed'
        end as state
      from users join organizations made on made.created_by = users.id
      left join sync_runs run on run.workspace_id = made.id
      where demo_ends_at > now() and email like 'prepared-%@demo.invalid'
      order by made.created_at desc`,
  );
