import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { firstBroken, emailRules, LANGUAGES } from '@headwater/shared/contract';
import { makeDataDirectory } from '../data-directory.ts';
import { pageUrl } from '../http/own-origins.ts';
import { deliver, outboxOf, renderMail, sampleMails } from '../mail/index.ts';
import { StartError } from '../start-error.ts';
import type { Command } from './command.ts';

export const mailCommands: readonly Command[] = [
  {
    words: 'mail preview <folder>',
    about: 'write every mail in every language into a folder, to look at',
    run: async (config, { named: { folder = '' } }) => {
      const target = resolve(process.env.INIT_CWD ?? '.', folder);
      await mkdir(target, { recursive: true });
      const mails = LANGUAGES.flatMap((language) =>
        sampleMails({ to: 'mara@example.com', language, link: pageUrl(config, '/login') }),
      );
      for (const mail of mails) {
        const { text, html, subject } = renderMail(mail);
        const file = join(target, `${mail.template}.${mail.language}`);
        await writeFile(`${file}.html`, html);
        await writeFile(`${file}.txt`, `${subject}\n\n${text}`);
      }
      return `${mails.length} mails, as .html and .txt, are in ${target}.`;
    },
  },
  {
    words: 'mail test <email>',
    about: 'send a mail as the product would, and say what becomes of it',
    run: async (config, { named: { email = '' } }) => {
      if (firstBroken(emailRules, email))
        throw new StartError(`${email} is not an email address.`, 'Check its spelling.');
      await makeDataDirectory(config.dataDirectory);
      const [mail] = sampleMails({ to: email, language: 'en', link: pageUrl(config, '/login') });
      try {
        return `The mail to ${email} was ${await deliver(config, outboxOf(config), mail!)}.`;
      } catch (error) {
        throw new StartError(
          `The mail could not be sent: ${(error as Error).message}`,
          'Check SMTP_URL, and that the mail server takes mails from this machine.',
          { cause: error },
        );
      }
    },
  },
];
