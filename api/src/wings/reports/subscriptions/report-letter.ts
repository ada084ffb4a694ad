import {
  asSeen,
  choicesIn,
  isComputed,
  localeOf,
  REPORT_MAIL_CARDS,
  REPORT_MAIL_ROWS,
  type Language,
  type ReportContent,
} from '@headwater/shared/contract';
import { noteBlocks, withAddress } from '@headwater/shared/charts';
import { ageWords, cardInWords, type CardInWords } from '@headwater/press/figure-words';
import type { PressedCard, PressedReport, PressStyle } from '@headwater/press/messages';
import { penFor } from '@headwater/press/pen';
import { sayIn } from '@headwater/press/say';
import { fileNameOf } from '../../../http/download.ts';
import type { Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import type { MailFigure, MailFile } from '../../ground/mail/index.ts';
import { pressed, pressedReport } from '../files/index.ts';
import type { TableRow } from '../../tables/tables/index.ts';

/** What is to be sent, and for whom it's computed. */
export interface Edition {
  readonly services: Services;
  readonly workspace: Workspace;
  readonly report: { readonly id: string; readonly name: string; readonly content: ReportContent };
  readonly tables: ReadonlyMap<string, TableRow>;
  /** As in the report's URL. */
  readonly filters: string;
  readonly zone: string;
  readonly attachPdf: boolean;
  readonly signal: AbortSignal;
}

/** Computes all cards of a report, from the top. */
export async function computed(edition: Edition): Promise<PressedReport> {
  const { services, workspace, report, tables, filters, signal } = edition;
  const cards = report.content.cards.toSorted(
    ({ layout: one }, { layout: other }) => one.y - other.y || one.x - other.x,
  );
  const reading = {
    ...{ services, workspace, tables, signal },
    ...choicesIn(new URLSearchParams(filters), report.content),
  };
  return pressedReport(reading, { name: report.name, content: { ...report.content, cards } });
}

/** Whether a report has cards that compute something, and none of them shows anything but nothing. */
export function isEmpty({ cards }: PressedReport): boolean {
  const figures = cards.filter((card) => card.kind !== 'text');
  return figures.length > 0 && figures.every(showsNothing);
}

function showsNothing(card: PressedCard): boolean {
  if (card.kind === 'text' || card.kind === 'fault') return false;
  const { rows, values, columns } = card.result;
  if (rows === 0) return true;
  const isOneValue = columns.every(({ role }) => role === 'measure');
  return isOneValue && values.every(([value]) => value === null || Number(value) === 0);
}

/** What a mail about a report says in one language, and the files that come with it. */
export interface Letter {
  readonly age: string;
  readonly day: string;
  readonly figures: readonly MailFigure[];
  readonly left: string;
  readonly files: readonly MailFile[];
}

/** Writes and draws a computed report for readers of a language. */
export async function letterOf(
  { services, workspace, zone, attachPdf, signal }: Edition,
  report: PressedReport,
  language: Language,
): Promise<Letter> {
  const style: PressStyle = { language, timeZone: zone };
  const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
  const figures: MailFigure[] = [];
  const files: MailFile[] = [];
  for (const [at, card] of report.cards.slice(0, REPORT_MAIL_CARDS).entries()) {
    const told = cardInWords(card, style, REPORT_MAIL_ROWS);
    const cid = `card-${at + 1}@report`;
    if (told.kind === 'chart') {
      const request = { kind: 'png' as const, style, card: asWideAsMails(card), scale: PICTURE_SCALE };
      const content = await pressed(services, request, requester, signal);
      files.push({ name: `${fileNameOf(told.title, 'card')}.png`, contentType: 'image/png', content, cid });
    }
    figures.push(figureOf(asNarrowAsMails(told, style), told.kind === 'chart' ? cid : ''));
  }
  if (attachPdf) {
    const content = await pressed(services, { kind: 'pdf', style, report }, requester, signal);
    files.push({ name: `${fileNameOf(report.name, 'report')}.pdf`, contentType: 'application/pdf', content });
  }
  const { say, time } = penFor(style);
  const left = report.cards.length - figures.length;
  return {
    ...{ figures, files, left: left > 0 ? String(left) : '', day: dayIn(style) },
    // Other times in the mail are in the same zone.
    age: clean(ageWords(report, { say, time: (iso) => `${time(iso)} (${zone})` })),
  };
}

/** Returns today as people write it. */
export const dayIn = ({ language, timeZone }: PressStyle): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone }).format(new Date());

/** For screens with twice as many pixels. */
const PICTURE_SCALE = 2;
/** In columns and rows of the grid: about as wide as the text of a mail, and neither flat nor higher than a screen. */
const MAIL_WIDTH = 6;
const [LOWEST, HIGHEST] = [5, 9];

const asWideAsMails = (card: PressedCard): PressedCard => ({
  ...card,
  title: '',
  layout: { x: 0, y: 0, w: MAIL_WIDTH, h: Math.min(HIGHEST, Math.max(LOWEST, card.layout.h)) },
});

/** Of a table, so many columns have room, also on a phone. */
const MAIL_COLUMNS = 5;

/** Returns a card with as many columns as have room, and says which others the report has. */
export function asNarrowAsMails(told: CardInWords, style: PressStyle): CardInWords {
  if (told.kind !== 'table' || told.columns.length <= MAIL_COLUMNS) return told;
  const left = told.columns.slice(MAIL_COLUMNS).map(({ name }) => name);
  const more = sayIn(style.language)('more_columns', {
    names: left.slice(0, MAIL_COLUMNS).join(', '),
    count: left.length,
    isCut: String(left.length > MAIL_COLUMNS),
  });
  return { ...told, columns: told.columns.slice(0, MAIL_COLUMNS), foot: [more, ...told.foot] };
}

const figureOf = (
  { kind, title, sentence, value, columns, foot }: CardInWords,
  picture: string,
): MailFigure => {
  const rows = columns[0]?.cells.map((_, row) => columns.map(({ cells }) => clean(cells[row] ?? ''))) ?? [];
  return {
    ...{ title: clean(title), value: clean(value ?? ''), picture, isTable: kind === 'table' },
    sentence: kind === 'text' ? plainNote(sentence) : clean(sentence),
    rows: rows.length > 0 ? [columns.map(({ name }) => clean(name)), ...rows] : [],
    numeric: columns.map(({ isNumber }) => isNumber),
    foot: foot.map(clean),
  };
};

const CELL_MAX = 300;

/** Mails have no control characters. */
export const clean = (text: string): string => asSeen(text).slice(0, CELL_MAX);

/** A note without its marks, on one line. */
export const plainNote = (text: string) =>
  noteBlocks(text)
    .flatMap(({ kind, lines }) =>
      lines.map(({ pieces, number }) => {
        const mark = kind === 'items' ? '• ' : number === undefined ? '' : `${number}. `;
        return mark + pieces.map(withAddress).join('');
      }),
    )
    .join(' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Returns the IDs of the tables that a report computes something of. */
export const tableIdsOf = ({ cards }: ReportContent): string[] => [
  ...new Set(cards.filter(isComputed).map(({ table }) => table.id)),
];
