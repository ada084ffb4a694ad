import { emailRules, firstBroken } from '@headwater/shared/contract';
import { audit } from '../audit/index.ts';
import { installationTransaction } from '../db/installation-db.ts';
import { pageUrl } from '../http/own-origins.ts';
import { insertInvitation } from '../identity/index.ts';
import { deliver, outboxOf } from '../mail/index.ts';
import { StartError } from '../start-error.ts';
import { withStore, type Command } from './command.ts';

export const invitationCommands: readonly Command[] = [
  {
    words: 'invitation create <email>',
    about: 'let an address sign up, whatever SIGN_UP says; prints the link, and mails it with SMTP_URL',
    run: async (config, { named: { email = '' } }) => {
      if (firstBroken(emailRules, email))
        throw new StartError(`${email} is not an email address.`, 'Check its spelling.');
      const code = await withStore(config, (database) =>
        installationTransaction(database, async (db) => {
          await audit(db, { action: 'invitation.create', actorId: null, details: { email } });
          return insertInvitation(db, email);
        }),
      );
      const link = pageUrl(config, '/signup', { invitation: code });
      const mail = { template: 'invitation', to: email, language: 'en', link } as const;
      const sent = config.smtpUrl ? `\nThe mail was ${await deliver(config, outboxOf(config), mail)}.` : '';
      return `For 7 days, ${email} can sign up here:\n${link}${sent}`;
    },
  },
];
