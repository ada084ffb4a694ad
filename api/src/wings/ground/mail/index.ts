import type { ApiModule } from '../../api-module.ts';
import { Mailer } from './mailer.ts';

export { sendNow } from './deliver.ts';
export type { Mail, MailContent, MailFigure, MailFile } from './mail.ts';
export { MailRefused, MailUnwritable } from '../../../platform/mail/outbox.ts';
export { renderMail } from './render-mail.ts';
export { sampleMails } from './sample-mails.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly mail: Mailer;
  }
}

/** Mails to people, sent through the operator's mail server or else written to the data directory. */
export const mail: ApiModule = {
  name: 'mail',
  needs: [],
  routes: [],
  provide: (services) => ({ mail: new Mailer(services) }),
  start: ({ mail }) => mail.start(),
  close: ({ mail }) => mail.close(),
};
