import type { NewSourceConnection } from '@headwater/shared/contract';
import type { Services } from '../../../../http/services.ts';
import { newId } from '../../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { requireConnectionRoom } from '../../../ground/quotas/index.ts';
import type { Examined } from './configuration.rules.ts';
import { requireAddress } from './connection-address.ts';
import { storeSecrets } from './connection-secrets.repository.ts';
import { readSettings } from './settings.ts';
import { setupOf } from './setup.ts';
import { insertSourceConnection, type SyncPolicies } from '../source-connections.repository.ts';

/** Stores a new connection with its secrets. Throws if its connector can't accept its configuration. Returns its ID. */
export async function createConnection(
  db: WorkspaceDb,
  { keys, config }: Pick<Services, 'keys' | 'config'>,
  { name, connectionCheckId }: Pick<NewSourceConnection, 'name' | 'connectionCheckId'>,
  examined: Examined,
  policies: SyncPolicies = {},
): Promise<string> {
  const id = newId('src');
  const settings = await readSettings(db, examined);
  const { connector, configuration } = settings;
  const address = await requireAddress(db, configuration, examined);
  const setup = await setupOf(db, keys, settings, connectionCheckId);
  await requireConnectionRoom(db, config.quotas);
  await insertSourceConnection(db, { ...policies, id, name, connector, configuration, address, setup });
  await storeSecrets(db, keys, id, settings);
  return id;
}
