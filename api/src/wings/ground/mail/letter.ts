import type { Language } from '@headwater/shared/contract';
import type { MailContent, MailFigure, Template } from './mail.ts';

export interface Action {
  readonly label: string;
  readonly link: string;
}

/** The content of a mail in plain sentences, from which both text and HTML are made. */
export interface Letter {
  /** Contains no values, because it is both a header and the heading. A report's is its name, which its readers look for. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What the cards of a report show. */
  readonly figures?: readonly MailFigure[];
  /** What to do next. The first one is the main action. */
  readonly actions?: readonly Action[];
  /** Shown below the actions: how long links are valid, and what to do if it wasn't you. */
  readonly notes?: readonly string[];
}

/** Who sent the mail, for readers with questions. */
export interface Sender {
  readonly supportEmail: string;
}

/** One template in both languages. */
export type Letters<T extends Template> = Record<
  Language,
  (content: Extract<MailContent, { template: T }>, sender: Sender) => Letter
>;
