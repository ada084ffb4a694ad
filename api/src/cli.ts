import { readConfig, type Config } from './config.ts';
import { explain } from './explain.ts';
import { foldEmail, updateSuperuser } from './identity/index.ts';
import { installationTransaction } from './db/installation-db.ts';
import { openOperatorStore } from './db/operator-store.ts';
import { StartError } from './start-error.ts';

const USAGE = `Usage:
  npm run operate -- superuser grant <email>    make a user a superuser
  npm run operate -- superuser revoke <email>   take it back

Works while the product runs. Reads the same HEADWATER_DATA and DATABASE_URL.`;

/** Does one command and answers what to print. */
async function operate(args: readonly string[]): Promise<string> {
  if (args.length === 0 || args.includes('--help')) return USAGE;
  const [noun, verb, email, ...more] = args;
  const isKnown =
    noun === 'superuser' &&
    (verb === 'grant' || verb === 'revoke') &&
    email !== undefined &&
    more.length === 0;
  if (!isKnown) throw new StartError(`Not a command: ${args.join(' ')}`, USAGE);
  return setSuperuser(readConfig(), email, verb === 'grant');
}

async function setSuperuser(config: Config, email: string, isSuperuser: boolean): Promise<string> {
  const store = await openOperatorStore(config);
  try {
    const isFound = await installationTransaction(store.database, (db) =>
      updateSuperuser(db, foldEmail(email), isSuperuser),
    );
    if (!isFound)
      throw new StartError(
        `Nobody has signed up as ${email}.`,
        'Sign up with this address first, or check its spelling.',
      );
    return isSuperuser ? `${email} is a superuser now.` : `${email} is no superuser any more.`;
  } finally {
    await store.close();
  }
}

try {
  console.log(await operate(process.argv.slice(2)));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
