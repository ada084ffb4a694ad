import { PRODUCT_NAME } from '@headwater/shared/contract';
import type { Letter, Mail } from './mail.ts';
import { letterOf } from './templates/index.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Subject, text and HTML of a mail: the same words in both, every value escaped in the HTML. */
export function renderMail(mail: Mail): RenderedMail {
  const letter = letterOf(mail);
  return { subject: letter.subject, text: textOf(letter), html: htmlOf(letter, mail.language) };
}

function textOf({ paragraphs, action, notes = [] }: Letter): string {
  const parts = [...paragraphs, ...(action ? [`${action.label}:\n${action.link}`] : []), ...notes];
  return `${parts.join('\n\n')}\n\n${PRODUCT_NAME}\n`;
}

// Styles stand at each element, as many readers drop a style sheet; colours hold on a dark ground too.
const STYLE = {
  body: 'margin:0;padding:32px 16px;background:#eef1f4;',
  sheet:
    'max-width:536px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dae0e6;border-radius:6px;' +
    "font:15px/1.5 Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1a2128;",
  name: 'margin:0 0 24px;font-size:16px;font-weight:600;color:#066d7c;',
  heading: 'margin:0 0 16px;font-size:20px;line-height:1.2;font-weight:600;',
  paragraph: 'margin:0 0 16px;',
  button:
    'display:inline-block;padding:10px 16px;border-radius:6px;background:#066d7c;color:#ffffff;' +
    'font-weight:600;text-decoration:none;',
  address: 'margin:0 0 16px;font-size:13px;color:#5d6975;word-break:break-all;',
  note: 'margin:0 0 8px;font-size:13px;color:#5d6975;',
};

function htmlOf({ subject, paragraphs, action, notes = [] }: Letter, language: string): string {
  const parts = [
    element('p', STYLE.name, PRODUCT_NAME),
    element('h1', STYLE.heading, subject),
    ...paragraphs.map((text) => element('p', STYLE.paragraph, text)),
    ...(action ? [button(action), element('p', STYLE.address, action.link)] : []),
    ...notes.map((text) => element('p', STYLE.note, text)),
  ];
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>`,
    `<body style="${STYLE.body}"><div style="${STYLE.sheet}">`,
    ...parts,
    '</div></body></html>\n',
  ].join('\n');
}

const element = (name: string, style: string, text: string) =>
  `<${name} style="${style}">${escaped(text)}</${name}>`;

function button({ label, link }: NonNullable<Letter['action']>): string {
  if (!/^https?:\/\//.test(link)) throw new Error('A mail links to pages only.');
  return `<p style="${STYLE.paragraph}"><a href="${escaped(link)}" style="${STYLE.button}">${escaped(label)}</a></p>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
