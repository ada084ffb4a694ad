import { randomUUID } from 'node:crypto';
import { PRODUCT_NAME } from '@headwater/shared/contract';
import type { Config } from '../config.ts';
import { egressRules } from '../egress/index.ts';
import { MailFolder } from './mail-folder.ts';
import type { Mail } from './mail.ts';
import type { Outbox } from './outbox.ts';
import { renderMail } from './render-mail.ts';
import { SmtpOutbox } from './smtp-outbox.ts';

/** The way out that is configured: the operator's mail server, else a folder in the data directory. */
export function outboxOf(config: Config): Outbox {
  const { smtpUrl, dataDirectory } = config;
  return smtpUrl ? new SmtpOutbox(smtpUrl, egressRules(config)) : new MailFolder(dataDirectory);
}

/** Sends the mail now; answers what has become of it. */
export function deliver({ mailFrom }: Config, outbox: Outbox, mail: Mail): Promise<string> {
  return outbox.send({
    ...renderMail(mail),
    template: mail.template,
    from: { name: PRODUCT_NAME, address: mailFrom },
    // As a structure: an address in a string could be several.
    to: { name: '', address: mail.to },
    messageId: `<${randomUUID()}@${mailFrom.slice(mailFrom.indexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}
