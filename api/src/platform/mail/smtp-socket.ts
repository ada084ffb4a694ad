import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { classify, Egress, type EgressRules, type Target } from '../egress/index.ts';

/** A connection and how it has to be secured, in nodemailer's words. */
interface SmtpConnection {
  readonly connection: Socket;
  readonly requireTLS: boolean;
  readonly tls: ConnectionOptions;
}

/**
 * Connects to the operator's mail server by the egress policy: resolved once, to the address that was checked. Its
 * host comes from SMTP_URL alone, which no user of the product can set, so by naming it the operator has allowed it:
 * mail servers usually stand in a private network. What nobody means by a mail server stays denied: the product's own
 * ports, link-local addresses and a cloud's metadata.
 *
 * Links in mails open accounts, so beyond this machine everything goes over TLS, with a certificate that a known
 * authority has signed for this host (NODE_EXTRA_CA_CERTS adds one's own); a server without is refused, not trusted.
 * On this machine nobody is on the line: there TLS is used where it is offered, whoever signed.
 */
export class SmtpSocket {
  readonly #host: string;
  readonly #port: number;
  readonly #egress: Egress;

  constructor(host: string, port: number, { allowedNetworks, ownPorts }: EgressRules) {
    this.#host = host;
    this.#port = port;
    this.#egress = new Egress({ loopbackOnly: true, allowedNetworks, ownPorts });
  }

  async open(timeoutMs: number): Promise<SmtpConnection> {
    const target = await this.#egress.resolve(this.#host, this.#port);
    const isHere = classify(target.address) === 'loopback';
    const connection = await connected(target, timeoutMs);
    return { connection, requireTLS: !isHere, tls: { rejectUnauthorized: !isHere } };
  }
}

async function connected({ host, address, port }: Target, timeoutMs: number): Promise<Socket> {
  const socket = connect({ host: address, port });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (cause) {
    socket.destroy();
    if (!signal.aborted) throw cause;
    throw new Error(`${host}:${port} did not answer within ${timeoutMs / 1000} seconds.`, { cause });
  }
}
