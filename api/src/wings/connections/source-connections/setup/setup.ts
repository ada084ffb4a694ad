import type { SourceConnectionAttributes } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import type { Keys } from '../../../../platform/secrets/keys.ts';
import { hasPassed } from '../checks/connection-checks.repository.ts';
import { fingerprintOf } from '../checks/fingerprint.ts';
import type { Settings } from './settings.ts';

/**
 * Returns the setup state of a connection that is saved with these settings, if the check
 * `connectionCheckId` vouches for them.
 */
export async function setupOf(
  db: WorkspaceDb,
  keys: Keys,
  settings: Settings,
  connectionCheckId: string | undefined,
): Promise<SourceConnectionAttributes['setup']> {
  if (connectionCheckId === undefined) return 'unverified';
  const fingerprint = await fingerprintOf(db, keys, settings);
  return (await hasPassed(db, connectionCheckId, fingerprint)) ? 'connected' : 'unverified';
}
