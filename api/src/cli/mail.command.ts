import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LANGUAGES, paths, StartError } from '@headwater/shared/contract';
import { makeDataDirectory } from '../platform/data-directory/data-directory.ts';
import { pageUrl } from '../http/own-origins.ts';
import { renderMail, sampleMails, sendNow } from '../wings/ground/mail/index.ts';
import type { Command } from './command.ts';
import { emailIn } from './email-argument.ts';
import { languageIn } from './language.ts';

export const mailCommands: readonly Command[] = [
  {
    words: 'mail preview <folder>',
    about: 'write every mail into a folder to look at; --language for one language only',
    options: { language: { type: 'string' } },
    run: async (config, args) => {
      const chosen = languageIn(args);
      const target = resolve(process.env.INIT_CWD ?? '.', args.named.folder!);
      await mkdir(target, { recursive: true });
      const mails = (chosen ? [chosen] : LANGUAGES).flatMap((language) =>
        sampleMails({ to: 'mara@example.com', language, link: pageUrl(config, paths.login()) }),
      );
      for (const mail of mails) {
        const { text, html, subject } = renderMail(mail, config);
        const name = 'trigger' in mail ? `${mail.template}_${mail.trigger}` : mail.template;
        const file = join(target, `${name}.${mail.language}`);
        await writeFile(`${file}.html`, html);
        await writeFile(`${file}.txt`, `${subject}\n\n${text}`);
      }
      return `${mails.length} mails, as .html and .txt, are in ${target}.`;
    },
  },
  {
    words: 'mail test <email>',
    about: 'send a mail as the product would, and report what becomes of it; --language en',
    options: { language: { type: 'string' } },
    run: async (config, args) => {
      const email = emailIn(args);
      const language = languageIn(args) ?? 'en';
      await makeDataDirectory(config.dataDirectory);
      try {
        return `The mail to ${email} was ${await sendNow(config, { template: 'mail_test', to: email, language })}.`;
      } catch (error) {
        throw new StartError(
          `The mail was not sent: ${(error as Error).message}`,
          'Check SMTP_URL, and that the mail server accepts mails from this machine and from MAIL_FROM.',
          { cause: error },
        );
      }
    },
  },
];
