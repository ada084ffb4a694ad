import { PRODUCT_NAME, type Language } from '@headwater/shared/contract';
import type { RenderedMail } from '../../../platform/mail/outbox.ts';
import { layOut } from './layout.ts';
import type { Letter, Sender } from './letter.ts';
import { safeMail, type Mail, type MailFigure } from './mail.ts';
import { letterOf } from './templates/index.ts';

const FOOTERS: Record<Language, (sender: Sender) => string> = {
  en: ({ supportEmail }) =>
    `${PRODUCT_NAME} sent this email automatically. If you have questions, contact ${supportEmail}.`,
  de: ({ supportEmail }) =>
    `${PRODUCT_NAME} hat diese E-Mail automatisch gesendet. Bei Fragen wenden Sie sich an ${supportEmail}.`,
};

/** Returns subject, text, and HTML of a mail, with the same words in both. */
export function renderMail(given: Mail, sender: Sender): RenderedMail {
  const mail = safeMail(given);
  const letter = letterOf(mail, sender);
  const footer = FOOTERS[mail.language](sender);
  return {
    subject: letter.subject,
    text: textOf(letter, footer),
    html: layOut(letter, footer, mail.language),
  };
}

function textOf({ paragraphs, figures = [], actions = [], notes = [] }: Letter, footer: string): string {
  const links = actions.map(({ label, link }) => `${label}:\n${link}`);
  const parts = [...paragraphs, ...figures.map(figureText), ...links, ...notes];
  // "-- " on its own line begins a signature, which mail readers dim and omit from replies.
  return `${parts.join('\n\n')}\n\n-- \n${footer}\n`;
}

/** A figure as text, with the values of its picture. */
function figureText({ title, value, sentence, rows, isTable, foot }: MailFigure): string {
  const lines = rows.map((cells) => cells.join(' | '));
  const said = value !== '' && title !== '' ? value : sentence;
  return [...(title === '' ? [] : [title]), ...(isTable ? [] : [said]), ...lines, ...foot].join('\n');
}
