import { randomBytes } from 'node:crypto';
import { newId } from '../../../platform/database/ids.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { User } from '../../../http/principal.ts';
import type { Services } from '../../../http/services.ts';
import { audit } from '../../ground/audit/index.ts';
import { insertUser, type Visit } from '../../people/identity/index.ts';
import { insertOrganization } from '../../people/organizations/index.ts';

const USER_NAME = 'Demo';
const WORKSPACE_NAME = 'Demo workspace';

/** Creates an account of the demo, which nobody can sign in to. `endDemos` deletes it when its time is over. */
export async function insertDemoUser(
  db: InstallationDb,
  purpose: 'demo' | 'prepared',
  lifeMs: number,
): Promise<User> {
  const user = await insertUser(db, {
    email: `${purpose}-${randomBytes(16).toString('hex')}@demo.invalid`,
    name: USER_NAME,
    passwordHash: null,
    demoEndsAt: new Date(Date.now() + lifeMs),
  });
  return user!;
}

/** Creates the account's workspace, which is deleted with it, and returns where its sample is loaded. */
export async function insertDemoWorkspace({ database }: Services, user: User, request?: Visit['request']) {
  const id = newId('org');
  const transaction = <T>(work: (db: WorkspaceDb) => Promise<T>) => workspaceTransaction(database, id, work);
  await transaction(async (db) => {
    await insertOrganization(db, { name: WORKSPACE_NAME, createdBy: user.id, role: 'runner' });
    await audit(db, { action: 'workspace.create', actorId: user.id, workspaceId: id, request });
  });
  return { id, transaction };
}
