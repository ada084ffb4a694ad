import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export interface MailServer {
  /** The value for SMTP_URL. */
  readonly url: string;
  /** Returns the first email to `address` with such a subject that no earlier call has returned. */
  take(address: string, subject: RegExp): Promise<Email>;
  stop(): Promise<void>;
}

/** Starts a real mail server that accepts and keeps every email. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      stream
        .toArray()
        .then((parts: Buffer[]) => PostalMime.parse(Buffer.concat(parts)))
        .then((mail) => {
          mails.push(mail);
          done();
        }, done);
    },
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const take = (address: string, subject: RegExp) =>
    until(`an email ${subject} to ${address} arrives`, () => {
      const index = mails.findIndex(
        (mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''),
      );
      return index < 0 ? undefined : mails.splice(index, 1)[0];
    });
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, take, stop };
}

/** Returns the product's link in an email to the page at `path`. */
export function linkIn(mail: Email, path: string): string {
  const found = (mail.text ?? '').match(/https?:\/\/\S+/g)?.find((link) => new URL(link).pathname === path);
  if (!found) throw new Error(`No link to ${path} in: ${mail.text}`);
  return found;
}
