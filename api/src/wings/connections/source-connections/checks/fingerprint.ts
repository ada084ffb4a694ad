import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { hmac, type Keys } from '../../../../platform/secrets/keys.ts';
import { wholeSecrets, type Settings } from '../setup/settings.ts';

/**
 * Returns a fingerprint of a connector and its whole configuration in this workspace, including secrets. Two
 * are equal only if nothing differs. Without the key, it reveals nothing about the secrets.
 */
export async function fingerprintOf(db: WorkspaceDb, keys: Keys, settings: Settings): Promise<Buffer> {
  const whole = { ...settings.configuration, ...(await wholeSecrets(db, keys, settings)) };
  return hmac(keys.checks, canonical([db.workspaceId, settings.connector, whole]));
}

/** Returns JSON that doesn't depend on the order of an object's keys, because jsonb has its own order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
