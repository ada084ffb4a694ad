import { PRODUCT_NAME, type Language, ownValue } from '@headwater/shared/contract';
import type { Action, Letter } from './letter.ts';
import type { MailFigure } from './mail.ts';

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
  title: 'margin:0 0 8px;font-size:16px;line-height:1.3;font-weight:600;overflow-wrap:anywhere;',
  figure: 'margin:0 0 24px;padding:16px 0 0;border-top:1px solid #dae0e6;',
  value: 'margin:0 0 4px;font-size:28px;line-height:1.2;font-weight:600;overflow-wrap:anywhere;',
  picture: 'display:block;width:100%;height:auto;margin:0 0 8px;border:0;',
  table: 'border-collapse:collapse;width:100%;margin:0 0 8px;font-size:13px;',
  // Where a screen is too narrow for it.
  scrolled: 'overflow-x:auto;',
  head:
    'padding:4px 12px 4px 0;text-align:left;vertical-align:bottom;font-weight:600;' +
    'border-bottom:1px solid #dae0e6;',
  cell: 'padding:4px 12px 4px 0;text-align:left;vertical-align:top;border-bottom:1px solid #eef1f4;',
  foot: 'margin:0 0 4px;font-size:13px;color:#5d6975;overflow-wrap:anywhere;',
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
  .rule { border-color: #222a32 !important; }
  .picture { background: #ffffff !important; }
  .quiet { border-color: #222a32 !important; color: #a9b4be !important; }
  .accent { color: #62c5d6 !important; }
  .button { background: #4bb8cc !important; color: #03181d !important; }
}`;

/**
 * Returns the HTML of a mail: nothing loaded from elsewhere, pictures and tables only of a report's figures, and the
 * letter's text escaped.
 */
export function layOut(letter: Letter, footer: string, language: Language): string {
  const { subject, paragraphs, figures = [], actions = [], notes = [] } = letter;
  const [main, ...others] = actions;
  const parts = [
    element('p', 'name', PRODUCT_NAME, 'accent'),
    element('h1', 'heading', subject),
    ...paragraphs.map((text) => element('p', 'paragraph', text)),
    ...figures.map(figure),
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

function figure({ title, value, sentence, rows, numeric, isTable, picture, foot }: MailFigure): string {
  const alt = escaped(sentence);
  return [
    `<div class="rule" style="${STYLE.figure}">`,
    ...(title === '' ? [] : [element('h2', 'title', title)]),
    ...(value === '' ? [] : [element('p', 'value', value)]),
    ...(picture === ''
      ? []
      : [`<img class="picture" src="cid:${escaped(picture)}" alt="${alt}" style="${STYLE.picture}">`]),
    ...(isTable ? [table(rows, numeric)] : []),
    // A picture has its sentence and its notes in it, and a number with a title says all of it already.
    ...(isTable || picture !== '' || (value !== '' && title !== '')
      ? []
      : [element('p', value === '' ? 'paragraph' : 'foot', sentence)]),
    ...(picture === '' ? foot.map((line) => element('p', 'foot', line, 'quiet')) : []),
    '</div>',
  ].join('\n');
}

function table([head = [], ...rows]: MailFigure['rows'], numeric: MailFigure['numeric']): string {
  const cellOf = (name: 'th' | 'td', text: string, at: number) => {
    const aligned = numeric?.[at] ? 'text-align:right;' : '';
    return element(name, name === 'th' ? 'head' : 'cell', text, 'rule', aligned + wrapping(text));
  };
  const row = (cells: readonly string[], name: 'th' | 'td') =>
    `<tr>${cells.map((cell, at) => cellOf(name, cell, at)).join('')}</tr>`;
  const lines = [row(head, 'th'), ...rows.map((cells) => row(cells, 'td'))];
  return `<div style="${STYLE.scrolled}"><table style="${STYLE.table}">${lines.join('\n')}</table></div>`;
}

/** A number, a date, or a name stays on its line. Only what is longer than any word, such as a URL, is broken. */
function wrapping(cell: string): string {
  if (cell.length <= SHORT) return 'white-space:nowrap;';
  return Math.max(...cell.split(/\s/u).map((word) => word.length)) > LONGEST_WORD
    ? 'overflow-wrap:anywhere;min-width:96px;'
    : '';
}
const SHORT = 14;
const LONGEST_WORD = 24;

const element = (name: string, style: keyof typeof STYLE, text: string, inDark?: string, more = '') =>
  `<${name}${inDark ? ` class="${inDark}"` : ''} style="${STYLE[style]}${more}">${escaped(text)}</${name}>`;

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
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ownValue(ENTITIES, character)!);
