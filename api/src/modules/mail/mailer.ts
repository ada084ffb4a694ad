import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { newId } from '../../platform/database/ids.ts';
import type { InstallationDb } from '../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Keys } from '../../platform/secrets/keys.ts';
import { seal, unseal } from '../../platform/secrets/sealed.ts';
import { deliver, outboxOf } from './deliver.ts';
import { checkMail, type Mail } from './mail.ts';
import { MailRefused, type Outbox } from '../../platform/mail/outbox.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobKinds {
    /** `sealed`: the mail itself, in base64. Its links carry codes that are stored nowhere in clear. */
    mail: { id: string; sealed: string };
  }
}

/**
 * Five more attempts within about an hour, each pause twice as long as the one before. Nobody looks at a job of the
 * past; what was in it goes soon.
 */
const QUEUE = { retryLimit: 5, retryDelay: 60, retryBackoff: true, deleteAfterSeconds: 24 * 3600 };

interface Ground {
  readonly config: Config;
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly log: FastifyBaseLogger;
}

export class Mailer {
  /** Whether mails reach people; otherwise they are written down, and nothing may wait for one. */
  readonly isOn: boolean;
  readonly #ground: Ground;
  readonly #outbox: Outbox;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#outbox = outboxOf(ground.config);
    this.isOn = ground.config.smtpUrl !== null;
  }

  /** Sends the mail if, and only if, the transaction commits. */
  async send(db: InstallationDb | WorkspaceDb, mail: Mail): Promise<void> {
    checkMail(mail);
    const { jobs, keys } = this.#ground;
    const id = newId('mail');
    const sealed = seal(JSON.stringify(mail), { mail: id }, keys.mail).toString('base64');
    await jobs.enqueue(db, 'mail', { id, sealed });
  }

  async start(): Promise<void> {
    const { jobs, keys } = this.#ground;
    await jobs.work('mail', {
      concurrency: 2,
      queue: QUEUE,
      run: async ({ id, sealed }) => {
        const mail = JSON.parse(unseal(Buffer.from(sealed, 'base64'), { mail: id }, keys.mail)) as Mail;
        await this.#deliver(id, mail);
      },
    });
  }

  /** What is under way is still sent. */
  close(): void {
    this.#outbox.close();
  }

  /** What the mail server refuses for good is logged and given up; after any other failure the job comes again. */
  async #deliver(id: string, mail: Mail): Promise<void> {
    const { config, log } = this.#ground;
    const told = { mail: id, template: mail.template };
    try {
      log.info({ ...told, outcome: await deliver(config, this.#outbox, id, mail) }, 'mail');
    } catch (error) {
      if (error instanceof MailRefused) return log.error({ ...told, reason: error.message }, 'mail given up');
      log.warn({ ...told, err: error }, 'mail not sent yet');
      throw error;
    }
  }
}
