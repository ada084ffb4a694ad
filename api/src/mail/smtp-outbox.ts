import nodemailer, { type Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { Egress, type EgressRules } from '../egress/index.ts';
import { MailRefused, type Message, type Outbox } from './outbox.ts';

const TIMEOUT_MS = 10_000;
const LOOPBACK = /^(?:localhost|127\.|\[?::1\]?$)/;

/**
 * Sends through the operator's mail server. Its host comes from SMTP_URL, so its network is as allowed as the operator
 * says; still it is resolved once, and never one of the product's own ports or a cloud's metadata. Beyond this machine
 * nothing is sent without TLS and a certificate that a known authority has signed.
 */
export class SmtpOutbox implements Outbox {
  readonly #url: URL;
  readonly #egress: Egress;

  constructor(smtpUrl: string, { ownPorts }: EgressRules) {
    this.#url = new URL(smtpUrl);
    this.#egress = new Egress({ loopbackOnly: true, allowedNetworks: [], ownPorts });
  }

  async send({ template: _, ...message }: Message): Promise<string> {
    const transport = await this.#connect();
    try {
      await transport.sendMail(message);
      return `accepted by ${this.#url.hostname}`;
    } catch (error) {
      const { responseCode } = error as { responseCode?: number };
      if (responseCode === undefined || responseCode < 500) throw error;
      throw new MailRefused(`The mail server refused it with ${responseCode}.`, { cause: error });
    } finally {
      transport.close();
    }
  }

  async #connect(): Promise<Transporter> {
    const { protocol, hostname, port, username, password } = this.#url;
    const isSecure = protocol === 'smtps:';
    const target = await this.#egress.resolve(hostname, Number(port) || (isSecure ? 465 : 587));
    const options: SMTPTransport.Options = {
      host: target.address,
      port: target.port,
      secure: isSecure,
      requireTLS: !isSecure && !LOOPBACK.test(hostname),
      ignoreTLS: LOOPBACK.test(hostname),
      tls: { servername: hostname },
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      ...(username && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
    };
    return nodemailer.createTransport(options);
  }
}
