import { audit } from '../../ground/audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { User } from '../../../http/principal.ts';
import { requestLanguage } from '../../../http/request-language.ts';
import { startSession, type SignedIn, type Visit } from '../../people/identity/index.ts';
import { linkSampleData, loadSampleData } from '../sample-data/index.ts';
import type { Services } from '../../../http/services.ts';
import { isLiveDemoCode, useDemoCode } from './demo-codes.repository.ts';
import { insertDemoUser, insertDemoWorkspace } from './demo-accounts.ts';
import { endDemo } from './end-demos.ts';
import { preparedWorkspace } from './prepared-demo.ts';

const LIFE_MS = 2 * 3_600_000;

/**
 * Opens the demo: a temporary account in its own workspace with the sample shop, which it may sync. It can't
 * edit sources, so nothing is sent to anyone's server. Its figures are there at once, from a sample that the installation
 * has loaded before. A visitor who is already in the demo continues in
 * theirs for the rest of its time.
 */
export async function beginDemo(services: Services, code: string, visit: Visit): Promise<SignedIn> {
  const current = visit.session?.user;
  if (current?.demoEndsAt)
    return installationTransaction(services.database, (db) =>
      startSession(services, db, current, visit, 'demo'),
    );
  const user = await makeAccount(services, code);
  try {
    await makeWorkspace(services, user, visit.request);
    return await installationTransaction(services.database, (db) =>
      enterBy(services, db, { code, user, visit }),
    );
  } catch (error) {
    // It would expire with its time, but no one has entered it.
    await endDemo(services, user.id).catch((problem) =>
      services.log.error({ err: problem, user: user.id }, 'a demo that could not begin'),
    );
    throw error;
  }
}

/** Creates an account that no one can enter yet. The code is only checked here, and used when everything is ready. */
async function makeAccount({ config, database }: Services, code: string): Promise<User> {
  return installationTransaction(database, async (db) => {
    if (!isOpenTo(config, code) && !(await isLiveDemoCode(db, code))) throw codeInvalid();
    return insertDemoUser(db, 'demo', LIFE_MS);
  });
}

/** Uses the code and opens the session in one transaction, so that no use is lost if anything fails. */
async function enterBy(
  services: Services,
  db: InstallationDb,
  { code, user, visit }: { code: string; user: User; visit: Visit },
): Promise<SignedIn> {
  const codeId = isOpenTo(services.config, code) ? null : await useDemoCode(db, code);
  if (codeId === undefined) throw codeInvalid();
  const subject = codeId === null ? {} : { subject: { type: 'demo_codes', id: codeId } };
  await audit(db, { action: 'demo.begin', actorId: user.id, ...subject, request: visit.request });
  return startSession(services, db, user, visit, 'demo');
}

const isOpenTo = ({ demo }: Services['config'], code: string) => demo === 'open' && code === '';

const codeInvalid = () => new Refusal('demo_code_invalid', { pointer: '/data/attributes/code' });

async function makeWorkspace(services: Services, user: User, request: Visit['request']): Promise<void> {
  const target = await insertDemoWorkspace(services, user, request);
  const by = { actor: user, request, language: requestLanguage(request), timeZone: null };
  const prepared = await preparedWorkspace(services);
  if (prepared) await linkSampleData(services, prepared, target, by);
  else await loadSampleData(services, target, by);
}
