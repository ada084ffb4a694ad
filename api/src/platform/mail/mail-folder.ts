import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { writePrivateFile } from '@headwater/base/disk/private-file';
import type { Message, Outbox } from './outbox.ts';

const KEPT = 1_000;

/**
 * Receives mails if there is no mail server: a log for the installation's operator, with one file per mail
 * that any mail reader can open. The oldest files are deleted.
 */
export class MailFolder implements Outbox {
  readonly #folder: string;
  readonly #composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, 'mail');
  }

  async send({ template, ...message }: Message): Promise<string> {
    const { message: bytes } = await this.#composer.sendMail(message);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${template}-${randomBytes(3).toString('hex')}.eml`;
    const path = join(this.#folder, name);
    await writePrivateFile(path, String(bytes));
    await this.#forgetOldest();
    return `written to ${path}`;
  }

  close(): void {}

  async #forgetOldest(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names.slice(0, -KEPT)) await rm(join(this.#folder, name), { force: true });
  }
}
