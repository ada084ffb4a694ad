import nodemailer, { type Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import type { EgressRules } from '@headwater/base/egress';
import { Redactor } from '@headwater/base/failures/redactor';
import { MailRefused, type Message, type Outbox } from './outbox.ts';
import { SmtpSocket } from './smtp-socket.ts';

const CONNECTIONS = 2;
const TIMEOUT_MS = 10_000;
const IDLE_MS = 5_000;
const LONGEST_REASON = 300;

/** Sends through the operator's mail server, over a few connections that mails share. */
export class SmtpOutbox implements Outbox {
  readonly #host: string;
  readonly #transport: Transporter;
  readonly #redactor = new Redactor();

  constructor(smtpUrl: string, rules: EgressRules) {
    const { protocol, hostname, port, username, password } = new URL(smtpUrl);
    const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
    // A server may repeat what it was sent at sign-in, as it was sent.
    for (const sent of [pass, `\0${user}\0${pass}`, smtpUrl]) this.#redactor.add(sent);
    const isSecure = protocol === 'smtps:';
    this.#host = hostname.replace(/^\[|\]$/g, '');
    const socket = new SmtpSocket(this.#host, Number(port) || (isSecure ? 465 : 587), rules);
    const options: SMTPPool.Options & { idleTimeout: number } = {
      pool: true,
      // For the greeting, SNI, and the certificate. The socket connects to the IP address that was checked.
      host: this.#host,
      secure: isSecure,
      getSocket: (_options, done) => void socket.open(TIMEOUT_MS).then((opened) => done(null, opened), done),
      maxConnections: CONNECTIONS,
      idleTimeout: IDLE_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      ...(username && { auth: { user, pass } }),
    };
    this.#transport = nodemailer.createTransport(options);
  }

  async send({ template: _, ...message }: Message): Promise<string> {
    try {
      await this.#transport.sendMail(message);
      return `accepted by ${this.#host}`;
    } catch (error) {
      const reason = `${this.#host}: ${reasonOf(error as Error, this.#redactor)}`;
      throw isRefusal(error as SmtpError) ? new MailRefused(reason) : new Error(reason);
    }
  }

  close(): void {
    this.#transport.close();
  }
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

/**
 * Whether the refusal is about this mail and permanent. A 5xx to the greeting or login is about
 * us and can be fixed.
 */
function isRefusal({ code, responseCode = 500 }: SmtpError): boolean {
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}

/** Removes secrets, addresses, and links: servers repeat the recipient, and spam filters repeat links. */
function reasonOf({ message }: Error, redactor: Redactor): string {
  const redacted = redactor
    .redact(message)
    .replace(/\b\w+:\/\/\S+/g, '…')
    .replace(/\S+@\S+/g, '…');
  return redacted.length > LONGEST_REASON ? `${redacted.slice(0, LONGEST_REASON)}…` : redacted;
}
