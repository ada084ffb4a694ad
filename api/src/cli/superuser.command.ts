import { StartError } from '@headwater/shared/contract';
import { audit } from '../wings/ground/audit/index.ts';
import type { Config } from '../platform/config/config.ts';
import { installationTransaction } from '../platform/database/installation-db.ts';
import { findAccount, foldEmail, updateSuperuser } from '../wings/people/identity/index.ts';
import { withStore, type Command } from './command.ts';

async function setSuperuser(config: Config, email: string, isSuperuser: boolean): Promise<void> {
  const emailFolded = foldEmail(email);
  await withStore(config, (database) =>
    installationTransaction(database, async (db) => {
      const account = await findAccount(db, emailFolded);
      if (!account) {
        throw new StartError(
          `No one has signed up as ${email}.`,
          'Sign up with this email address first, or check its spelling.',
        );
      }
      await updateSuperuser(db, emailFolded, isSuperuser);
      const action = isSuperuser ? 'superuser.grant' : 'superuser.revoke';
      await audit(db, { action, actorId: null, subject: { type: 'users', id: account.id } });
    }),
  );
}

export const superuserCommands: readonly Command[] = [
  {
    words: 'superuser grant <email>',
    about: 'make a user a superuser',
    run: async (config, { named: { email = '' } }) => {
      await setSuperuser(config, email, true);
      return `${email} is a superuser now.`;
    },
  },
  {
    words: 'superuser revoke <email>',
    about: 'revoke it',
    run: async (config, { named: { email = '' } }) => {
      await setSuperuser(config, email, false);
      return `${email} is no longer a superuser.`;
    },
  },
];
