import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  /** Every mail that it has taken, as it came. */
  readonly mails: readonly Buffer[];
  close(): Promise<void>;
}

/** A real mail server on this machine that takes every mail and keeps it. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  host = '127.0.0.1',
): Promise<MailServer> {
  const mails: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.toArray().then((parts: Buffer[]) => {
        mails.push(Buffer.concat(parts));
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined); // a client that breaks off is its own affair
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => void server.close(resolve));
  const url = `${options.secure ? 'smtps' : 'smtp'}://${host}:${port}`;
  return { url, mails, close };
}
