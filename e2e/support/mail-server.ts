import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  /** The first mail to `address` with such a subject that no earlier call has taken. */
  take(address: string, subject: RegExp): Promise<Email>;
  stop(): Promise<void>;
}

/** A real mail server that takes every mail and keeps it. */
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
    until(`a mail ${subject} to ${address}`, () => {
      const index = mails.findIndex(
        (mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''),
      );
      return index < 0 ? undefined : mails.splice(index, 1)[0];
    });
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, take, stop };
}

/** The one link of ours in a mail, to the page at `path`. */
export function linkIn(mail: Email, path: string): string {
  const found = (mail.text ?? '').match(/https?:\/\/\S+/g)?.find((link) => new URL(link).pathname === path);
  if (!found) throw new Error(`No link to ${path} in: ${mail.text}`);
  return found;
}
