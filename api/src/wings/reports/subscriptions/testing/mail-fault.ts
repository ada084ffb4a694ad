import type { SMTPServerOptions } from 'smtp-server';

/** A mail server that goes away for a while. */
export class MailFault {
  #left = Infinity;

  /** After so many more mails, none is accepted. */
  afterMails(count: number): void {
    this.#left = count;
  }

  end(): void {
    this.#left = Infinity;
  }

  readonly answer: NonNullable<SMTPServerOptions['onMailFrom']> = (_address, _session, done) => {
    this.#left -= 1;
    if (this.#left >= 0) return done();
    done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
  };
}
