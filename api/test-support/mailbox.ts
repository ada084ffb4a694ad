import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail, Template } from '../src/wings/ground/mail/mail.ts';
import { letterOf } from '../src/wings/ground/mail/templates/index.ts';
import type { MailServer } from './mail-server.ts';
import { settled } from '@headwater/base/testing/settled';

export interface ReceivedMail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The first link in the mail. */
  readonly link: string;
}

/** The mails sent by an API under test, from its mail server or its data directory. */
export class Mailbox {
  readonly #source: MailServer | string;
  #taken = new Set<string>();

  constructor(source: MailServer | string) {
    this.#source = source;
  }

  /** Waits for and takes the oldest mail of this kind to `address` that hasn't been taken before. */
  async next(template: Template, address: string): Promise<ReceivedMail> {
    const subjects = (['en', 'de'] as const).map(
      (language) => letterOf({ template, language } as Mail, { supportEmail: '' }).subject,
    );
    const found = await settled(
      async () =>
        (await this.#untaken()).find(([, mail]) => mail.to === address && subjects.includes(mail.subject)),
      (mail) => mail !== undefined,
    );
    const [key, mail] = found!;
    this.#taken.add(key);
    return mail;
  }

  /** Returns all mails so far that haven't been taken. */
  async rest(): Promise<ReceivedMail[]> {
    return (await this.#untaken()).map(([, mail]) => mail);
  }

  async #untaken(): Promise<[string, ReceivedMail][]> {
    const all = await this.#all();
    const untaken = all.filter(([key]) => !this.#taken.has(key));
    return Promise.all(
      untaken.map(async ([key, bytes]) => [key, await read(bytes)] as [string, ReceivedMail]),
    );
  }

  async #all(): Promise<[string, Buffer][]> {
    const source = this.#source;
    if (typeof source !== 'string') return source.mails.map((bytes, index) => [String(index), bytes]);
    const names = (await readdir(join(source, 'mail')).catch(() => [])).filter((name) =>
      name.endsWith('.eml'),
    );
    return Promise.all(
      names
        .sort()
        .map(async (name) => [name, await readFile(join(source, 'mail', name))] as [string, Buffer]),
    );
  }
}

async function read(bytes: Buffer): Promise<ReceivedMail> {
  // Few tests read mails, so it is loaded by those that do.
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(bytes);
  const text = mail.text ?? '';
  return {
    to: mail.to?.[0]?.address ?? '',
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
  };
}
