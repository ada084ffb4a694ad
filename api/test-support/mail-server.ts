import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface MailServer {
  /** The value for SMTP_URL. */
  readonly url: string;
  /** All mails received, unparsed. */
  readonly mails: readonly Buffer[];
  close(): Promise<void>;
}

/** Starts a real mail server on this machine that accepts and keeps every mail. */
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
  server.on('error', () => undefined); // Clients may disconnect at any time.
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => void server.close(resolve));
  const url = `${options.secure ? 'smtps' : 'smtp'}://${host}:${port}`;
  return { url, mails, close };
}
