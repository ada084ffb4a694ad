import { PRODUCT_NAME } from '@headwater/shared/contract';
import type { Config } from '../../../platform/config/config.ts';
import { newId } from '../../../platform/database/ids.ts';
import { egressRules } from '../../../platform/config/egress-rules.ts';
import type { Mail, MailFile } from './mail.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import { renderMail } from './render-mail.ts';

/**
 * Returns the configured way to send mails: the operator's mail server, or else a folder in the data directory. What it
 * takes to write mails is loaded with the first one.
 */
export function outboxOf(config: Config): Outbox {
  let opened: Promise<Outbox> | undefined;
  return {
    send: async (message) => (await (opened ??= openOutbox(config))).send(message),
    close: () => void opened?.then((outbox) => outbox.close()),
  };
}

async function openOutbox(config: Config): Promise<Outbox> {
  const { smtpUrl, dataDirectory } = config;
  if (!smtpUrl) return new (await import('../../../platform/mail/mail-folder.ts')).MailFolder(dataDirectory);
  const { SmtpOutbox } = await import('../../../platform/mail/smtp-outbox.ts');
  return new SmtpOutbox(smtpUrl, egressRules(config));
}

/**
 * Sends the mail now, and returns what became of it. Its readers recognize another attempt with the same
 * ID as the same mail.
 */
export function deliver(
  config: Config,
  outbox: Outbox,
  id: string,
  mail: Mail,
  files: readonly MailFile[] = [],
): Promise<string> {
  const { mailFrom, supportEmail } = config;
  return outbox.send({
    ...renderMail(mail, config),
    template: mail.template,
    from: { name: PRODUCT_NAME, address: mailFrom },
    // As an object, because a string could contain several addresses.
    to: { name: '', address: mail.to },
    ...(supportEmail !== mailFrom && { replyTo: supportEmail }),
    messageId: `<${id}@${mailFrom.slice(mailFrom.indexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    ...(files.length > 0 && { attachments: files.map(({ name, ...file }) => ({ filename: name, ...file })) }),
  });
}

/**
 * Mail programs offer to unsubscribe beside the sender, and do it with one request (RFC 8058). They do that over
 * https only.
 */
const unsubscribeHeaders = (mail: Mail): Record<string, string> =>
  'oneClickUrl' in mail && mail.oneClickUrl.startsWith('https:')
    ? { 'List-Unsubscribe': `<${mail.oneClickUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {};

/** Sends one mail without the queue, for a command that waits for the result. */
export async function sendNow(config: Config, mail: Mail): Promise<string> {
  const outbox = outboxOf(config);
  try {
    return await deliver(config, outbox, newId('mail'), mail);
  } finally {
    outbox.close();
  }
}
