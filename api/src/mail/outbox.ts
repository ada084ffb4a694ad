import type { RenderedMail } from './render-mail.ts';

export interface Message extends RenderedMail {
  readonly template: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A way out for mails. `send` resolves with what has become of it, for the log: nothing of its text. */
export interface Outbox {
  send(message: Message): Promise<string>;
}

/** The mail server has refused this mail for good: another attempt would be refused as well. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
