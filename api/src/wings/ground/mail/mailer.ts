import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Keys } from '../../../platform/secrets/keys.ts';
import { seal, unseal } from '../../../platform/secrets/sealed.ts';
import { deliver, outboxOf } from './deliver.ts';
import { safeMail, type Mail, type MailFile } from './mail.ts';
import { MailRefused, type Outbox } from '../../../platform/mail/outbox.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    /** `sealed` is the mail itself, in base64. Its links contain codes that are stored nowhere in plain text. */
    mail: { id: string; sealed: string };
  }
}

/**
 * Five more attempts within about an hour, each pause twice as long as the one before. No one needs a
 * finished job, so it is deleted soon.
 */
const QUEUE = { retryLimit: 5, retryDelay: 60, retryBackoff: true, deleteAfterSeconds: 24 * 3600 };

interface Dependencies {
  readonly config: Config;
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly log: FastifyBaseLogger;
}

export class Mailer {
  /** Whether mails reach people. Otherwise they are written to files, and nothing may depend on one. */
  readonly isOn: boolean;
  readonly #dependencies: Dependencies;
  readonly #outbox: Outbox;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#outbox = outboxOf(dependencies.config);
    this.isOn = dependencies.config.smtpUrl !== null;
  }

  /** Sends the mail if, and only if, the transaction commits. */
  async send(db: InstallationDb | WorkspaceDb, mail: Mail): Promise<void> {
    const safe = safeMail(mail);
    const { jobs, keys } = this.#dependencies;
    const id = newId('mail');
    const sealed = seal(JSON.stringify(safe), { mail: id }, keys.mail).toString('base64');
    await jobs.enqueue(db, 'mail', { id, sealed });
  }

  /**
   * Sends a mail at once, for a sender that keeps its own record of what was sent and when to try again. Throws a
   * MailRefused if the mail server refuses it permanently, a MailUnwritable if we can't write it, and another error if it's
   * worth another attempt.
   */
  async sendAtOnce(id: string, mail: Mail, files: readonly MailFile[]): Promise<void> {
    const { config, log } = this.#dependencies;
    const outcome = await deliver(config, this.#outbox, id, mail, files);
    log.info({ mail: id, template: mail.template, outcome }, 'mail');
  }

  async start(): Promise<void> {
    const { jobs, keys } = this.#dependencies;
    await jobs.work('mail', {
      concurrency: 2,
      queue: QUEUE,
      run: async ({ id, sealed }) => {
        const mail = JSON.parse(unseal(Buffer.from(sealed, 'base64'), { mail: id }, keys.mail)) as Mail;
        await this.#deliver(id, mail);
      },
    });
  }

  /** Closes the outbox. Mails on their way are still sent. */
  close(): void {
    this.#outbox.close();
  }

  /**
   * Mails that the mail server refuses permanently are logged and given up. After any other
   * failure, the job is retried.
   */
  async #deliver(id: string, mail: Mail): Promise<void> {
    const { config, log } = this.#dependencies;
    const fields = { mail: id, template: mail.template };
    try {
      log.info({ ...fields, outcome: await deliver(config, this.#outbox, id, mail) }, 'mail');
    } catch (error) {
      if (error instanceof MailRefused)
        return log.error({ ...fields, reason: error.message }, 'mail given up');
      log.warn({ ...fields, err: error }, 'mail not sent yet');
      throw error;
    }
  }
}
