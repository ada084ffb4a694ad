import { paths, type Language } from '@headwater/shared/contract';
import { audit } from '../wings/ground/audit/index.ts';
import type { Config } from '../platform/config/config.ts';
import { installationTransaction } from '../platform/database/installation-db.ts';
import { pageUrl } from '../http/own-origins.ts';
import { insertInvitation } from '../wings/people/identity/index.ts';
import { sendNow } from '../wings/ground/mail/index.ts';
import { withStore, type Command } from './command.ts';
import { emailIn } from './email-argument.ts';
import { languageIn } from './language.ts';

export const invitationCommands: readonly Command[] = [
  {
    words: 'invitation create <email>',
    about:
      'let an email address sign up, whatever SIGN_UP is; prints the link, and with SMTP_URL mails it; --language en',
    options: { language: { type: 'string' } },
    run: async (config, args) => {
      const email = emailIn(args);
      const language = languageIn(args) ?? 'en';
      const code = await withStore(config, (database) =>
        installationTransaction(database, async (db) => {
          await audit(db, { action: 'invitation.create', actorId: null, details: { email } });
          return insertInvitation(db, email);
        }),
      );
      const link = pageUrl(config, paths.signup({ invitation: code }));
      const sent = config.smtpUrl ? `\n${await mailed(config, email, language, link)}` : '';
      return `For 7 days, ${email} can sign up here:\n${link}${sent}`;
    },
  },
];

/** Reports what became of the mail. The link is printed anyway, so a failing mail server doesn't fail the command. */
async function mailed(config: Config, to: string, language: Language, link: string): Promise<string> {
  try {
    const mail = { template: 'invitation', to, language, link } as const;
    return `The mail was ${await sendNow(config, mail)}.`;
  } catch (error) {
    return `The mail could not be sent. Pass the link on yourself: ${(error as Error).message}`;
  }
}
