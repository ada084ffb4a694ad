/** A mail's words, laid out: the same in both forms. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Address {
  readonly name: string;
  readonly address: string;
}

export interface Message extends RenderedMail {
  readonly template: string;
  readonly from: Address;
  readonly to: Address;
  readonly replyTo?: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A way out for mails. */
export interface Outbox {
  /** Answers what has become of it. Neither that nor an error repeats an address or a link of the mail. */
  send(message: Message): Promise<string>;
  close(): void;
}

/** The mail server has refused this mail for good: another attempt would be refused as well. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
