import type { SMTPServerOptions } from 'smtp-server';

/** A mail server that goes away for a while, or during whose work something else happens. */
export class MailFault {
  #left = Infinity;
  #meanwhile: (() => Promise<unknown>) | undefined;

  /** After so many more mails, none is accepted. */
  afterMails(count: number): void {
    this.#left = count;
  }

  end(): void {
    this.#left = Infinity;
  }

  /** Does something before the next mail is answered. */
  duringNextMail(work: () => Promise<unknown>): void {
    this.#meanwhile = work;
  }

  readonly answer: NonNullable<SMTPServerOptions['onMailFrom']> = (_address, _session, done) => {
    const work = this.#meanwhile;
    this.#meanwhile = undefined;
    const meanwhile = work?.();
    const answer = () => {
      this.#left -= 1;
      if (this.#left >= 0) return done();
      done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
    };
    if (meanwhile) meanwhile.then(answer, done);
    else answer();
  };
}
