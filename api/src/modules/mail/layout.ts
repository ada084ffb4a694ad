import { PRODUCT_NAME, type Language } from '@headwater/shared/contract';
import type { Action, Letter } from './letter.ts';

// Inline, because many readers drop style sheets. A mail can't read the theme's variables, so their
// values are repeated here.
const STYLE = {
  background: 'margin:0;padding:32px 16px;background:#eef1f4;',
  sheet:
    'box-sizing:border-box;max-width:600px;margin:0 auto;padding:32px;background:#ffffff;color:#1a2128;' +
    'border:1px solid #dae0e6;border-radius:6px;text-align:left;' +
    "font:16px/1.5 Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;",
  name: 'margin:0 0 24px;font-weight:600;color:#066d7c;',
  heading: 'margin:0 0 16px;font-size:20px;line-height:1.2;font-weight:600;',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere;',
  button:
    'display:inline-block;padding:10px 16px;border-radius:6px;background:#066d7c;color:#ffffff;' +
    'font-weight:600;text-decoration:none;',
  link: 'color:#066d7c;',
  quiet: 'margin:0 0 8px;font-size:14px;color:#5d6975;overflow-wrap:anywhere;',
  footer:
    'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #dae0e6;font-size:13px;color:#5d6975;' +
    'overflow-wrap:anywhere;',
};

// For readers that support dark mode and style sheets. Others show the light version or
// convert it themselves.
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .background { background: #0f1419 !important; }
  .sheet { background: #141a20 !important; border-color: #222a32 !important; color: #e4e9ee !important; }
  .quiet { border-color: #222a32 !important; color: #a9b4be !important; }
  .accent { color: #62c5d6 !important; }
  .button { background: #4bb8cc !important; color: #03181d !important; }
}`;

/**
 * Returns the HTML of a mail: no pictures, no tables, nothing loaded from elsewhere, and the
 * letter's text escaped.
 */
export function layOut(letter: Letter, footer: string, language: Language): string {
  const { subject, paragraphs, actions = [], notes = [] } = letter;
  const [main, ...others] = actions;
  const parts = [
    element('p', 'name', PRODUCT_NAME, 'accent'),
    element('h1', 'heading', subject),
    ...paragraphs.map((text) => element('p', 'paragraph', text)),
    ...(main ? [button(main), element('p', 'quiet', main.link, 'quiet')] : []),
    ...others.map(link),
    ...notes.map((text) => element('p', 'quiet', text, 'quiet')),
    element('p', 'footer', footer, 'quiet'),
  ];
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(subject)}</title><style>${DARK}</style></head>`,
    `<body class="background" style="${STYLE.background}">`,
    // Repeated, because readers that show a mail within a page drop html and body.
    `<div lang="${language}" role="article" aria-label="${escaped(subject)}" class="sheet" style="${STYLE.sheet}">`,
    ...parts,
    '</div></body></html>\n',
  ].join('\n');
}

const element = (name: string, style: keyof typeof STYLE, text: string, inDark?: string) =>
  `<${name}${inDark ? ` class="${inDark}"` : ''} style="${STYLE[style]}">${escaped(text)}</${name}>`;

const button = (action: Action) => anchor(action, 'button', 'button');
const link = (action: Action) => anchor(action, 'link', 'accent');

const anchor = (action: Action, style: keyof typeof STYLE, inDark: string) =>
  `<p style="${STYLE.paragraph}"><a href="${escaped(action.link)}" class="${inDark}" style="${STYLE[style]}">` +
  `${escaped(action.label)}</a></p>`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
