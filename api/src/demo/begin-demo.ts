import { randomBytes } from 'node:crypto';
import { audit } from '../audit/index.ts';
import { newId } from '../db/ids.ts';
import { installationTransaction } from '../db/installation-db.ts';
import { workspaceTransaction } from '../db/workspace-db.ts';
import { HttpError } from '../http/http-error.ts';
import type { User } from '../http/route-context.ts';
import { enter, insertUser, type SignedIn, type Visit } from '../identity/index.ts';
import { insertOrganization } from '../organizations/index.ts';
import { loadSampleData } from '../sample-data/index.ts';
import type { Services } from '../services.ts';
import { useDemoCode } from './demo-codes.repository.ts';

const LIFE_MS = 2 * 3_600_000;
const USER_NAME = 'Demo';
const WORKSPACE_NAME = 'Demo workspace';

/**
 * Opens the demo: a temporary account in a workspace of its own with the sample shop in it, which it may sync; as it
 * can't edit sources, nothing leaves for anybody's server. Whoever is in the demo already stays in theirs, for what is
 * left of it.
 */
export async function beginDemo(services: Services, code: string, visit: Visit): Promise<SignedIn> {
  const current = visit.session?.user;
  const user = current?.demoEndsAt ? current : await makeAccount(services, code, visit);
  return installationTransaction(services.database, (db) => enter(services, db, user, visit, 'demo'));
}

async function makeAccount(services: Services, code: string, { request }: Visit): Promise<User> {
  const { config, database } = services;
  const user = await installationTransaction(database, async (db) => {
    const isOpen = config.demo === 'open' && code === '';
    const codeId = isOpen ? null : await useDemoCode(db, code);
    if (codeId === undefined) throw new HttpError('demo_code_invalid', { pointer: '/data/attributes/code' });
    const made = await insertUser(db, {
      email: `demo-${randomBytes(16).toString('hex')}@demo.invalid`,
      name: USER_NAME,
      passwordHash: null,
      demoEndsAt: new Date(Date.now() + LIFE_MS),
    });
    const subject = codeId === null ? {} : { subject: { type: 'demo_codes', id: codeId } };
    await audit(db, { action: 'demo.begin', actorId: made!.id, ...subject, request });
    return made!;
  });
  await makeWorkspace(services, user, request);
  return user;
}

async function makeWorkspace(services: Services, user: User, request: Visit['request']): Promise<void> {
  const id = newId('org');
  const transaction: Parameters<typeof loadSampleData>[1]['transaction'] = (work) =>
    workspaceTransaction(services.database, id, work);
  await transaction(async (db) => {
    await insertOrganization(db, { name: WORKSPACE_NAME, createdBy: user.id, role: 'runner' });
    await audit(db, { action: 'workspace.create', actorId: user.id, workspaceId: id, request });
  });
  await loadSampleData(services, { id, transaction }, { user, request });
}
