/** A mail's content, laid out. Both forms say the same. */
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
  /** Files that come with it. One with a content ID is shown in its HTML. */
  readonly attachments?: {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
    readonly cid?: string;
  }[];
}

/** A way to send mails. */
export interface Outbox {
  /**
   * Returns what became of the mail. Neither that nor an error repeats an email address or a link from it.
   */
  send(message: Message): Promise<string>;
  close(): void;
}

/** The mail can't be written as it is, which is our fault and would be so again. */
export class MailUnwritable extends Error {
  override readonly name = 'MailUnwritable';
}

/** The mail server has refused this mail permanently: another attempt would be refused as well. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
