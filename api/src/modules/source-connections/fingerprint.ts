import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { hmac, type Keys } from '../../platform/secrets/keys.ts';
import { wholeConfiguration, type Settings } from './settings.ts';

/**
 * Of a connector and its whole configuration in this workspace: equal where nothing differs, be it a secret. Says
 * nothing of the secrets to whoever lacks the key.
 */
export async function fingerprintOf(db: WorkspaceDb, keys: Keys, settings: Settings): Promise<Buffer> {
  const whole = await wholeConfiguration(db, keys, settings);
  return hmac(keys.checks, canonical([db.workspaceId, settings.connector, whole]));
}

/** JSON without the order of an object's keys: jsonb has its own. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
