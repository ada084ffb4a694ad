import type { Language } from '@headwater/shared/contract';
import type { MailContent, Template } from './mail.ts';

export interface Action {
  readonly label: string;
  readonly link: string;
}

/** What a template says: plain sentences. Text and HTML are both made of it. */
export interface Letter {
  /** Never with a value in it: it is a header, and the heading. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What to do next; the first is the main one. */
  readonly actions?: readonly Action[];
  /** Below the actions: how long they hold, what to do if it wasn't you. */
  readonly notes?: readonly string[];
}

/** Who has sent it, for who has a question. */
export interface Sender {
  readonly supportEmail: string;
}

/** One template in both languages. */
export type Letters<T extends Template> = Record<
  Language,
  (content: Extract<MailContent, { template: T }>, sender: Sender) => Letter
>;
