import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { classify, Egress, type EgressRules, type Target } from '@headwater/base/egress';

/** A connection and how it has to be secured, in nodemailer's terms. */
interface SmtpConnection {
  readonly connection: Socket;
  readonly requireTLS: boolean;
  readonly tls: ConnectionOptions;
}

/**
 * Connects to the operator's mail server under the egress policy: resolved once, to the IP address that was
 * checked. Only the operator can set the host, in SMTP_URL, so naming a host there also allows it: mail
 * servers are usually in a private network. Hosts that no one would use as a mail server stay denied: the
 * product's own ports, link-local addresses, and a cloud's metadata.
 *
 * Links in mails open accounts, so beyond this machine everything is sent over TLS, with a certificate that a
 * known authority has signed for this host (NODE_EXTRA_CA_CERTS adds your own). A server without one is
 * refused. On this machine no one can listen in, so TLS is used if it is offered, regardless of who signed
 * the certificate.
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
    throw new Error(`${host}:${port} did not respond within ${timeoutMs / 1000} seconds.`, { cause });
  }
}
