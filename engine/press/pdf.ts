import { once } from 'node:events';
import { rangeWords } from '@headwater/shared/charts';
import { readTimeRange, type FilterValue } from '@headwater/shared/contract';
import PDFDocument from 'pdfkit';
import { BOARD_WIDTH, pagesOf } from './board.ts';
import { cardParts } from './draw-card.ts';
import { ageWords } from './figure-words.ts';
import type { PressedReport, PressStyle } from './messages.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import { penFor, type Pen } from './pen.ts';
import { fitted, FONT_FILES, widthOf, wrapped } from './type.ts';

/** A4, across, in points. */
const [PAGE_WIDTH, PAGE_HEIGHT] = [841.89, 595.28];
const MARGIN = 36;
const SCALE = (PAGE_WIDTH - 2 * MARGIN) / BOARD_WIDTH;
/** Of the page without its margins, in px of the board. */
const HEIGHT = (PAGE_HEIGHT - 2 * MARGIN) / SCALE;
const FOOT = 32;
const TITLE_SIZE = 28;
const CHIP = 30;
const VALUES_SHOWN = 2;

/** Returns a report as a document whose text can be selected and read aloud. */
export async function pdfOf(report: PressedReport, style: PressStyle): Promise<Uint8Array> {
  const pen = penFor(style);
  const page = new PDFDocument({
    ...{ size: [PAGE_WIDTH, PAGE_HEIGHT], margin: 0, autoFirstPage: false, bufferPages: true },
    ...{ pdfVersion: '1.7', tagged: true, displayTitle: true, lang: style.language },
    info: { Title: report.name, Author: report.workspace, Creator: 'Headwater', Producer: 'Headwater' },
  });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const whole = once(page, 'end');
  for (const [weight, file] of Object.entries(FONT_FILES)) page.registerFont(weight, file);
  const canvas = new PdfCanvas(page);
  const chips = chipLines(report, pen);
  const head = 76 + chips.length * CHIP;
  const heights = (at: number) => HEIGHT - FOOT - (at === 0 ? head : 0);
  const pages = pagesOf(report.cards, heights);
  for (const [at, placed] of (pages.length > 0 ? pages : [[]]).entries()) {
    page.addPage();
    onBoard(page, () => {
      if (at === 0) drawHead(page, canvas, report, { pen, chips });
      for (const { card, x, y, width, height } of placed) {
        const top = y + (at === 0 ? head : 0);
        for (const part of cardParts(card, pen, { width, height })) {
          const draw = () => canvas.at(x, top, () => part.draw(canvas));
          if (part.role === 'frame') asArtifact(page, draw);
          else tagged(page, part.role, part.says, draw);
        }
      }
    });
  }
  const { count } = page.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    page.switchToPage(at);
    asArtifact(page, () => onBoard(page, () => drawFoot(canvas, report, pen, { at, count })));
  }
  page.end();
  await whole;
  return Buffer.concat(chunks);
}

const TAGS = { title: 'H2', figure: 'Figure', text: 'P' } as const;

function tagged(page: PDFKit.PDFDocument, role: keyof typeof TAGS, alt: string, draw: () => void): void {
  const options = role === 'figure' ? { alt } : {};
  page.addStructure(page.struct(TAGS[role], options, draw));
}

function asArtifact(page: PDFKit.PDFDocument, draw: () => void): void {
  page.markContent('Artifact', { type: 'Layout' });
  draw();
  page.endMarkedContent();
}

/** Draws in px of the board, from the upper left corner of the margins. */
function onBoard(page: PDFKit.PDFDocument, draw: () => void): void {
  page.save().translate(MARGIN, MARGIN).scale(SCALE);
  draw();
  page.restore();
}

interface Chip {
  label: string;
  value: string;
  width: number;
}

function drawHead(
  page: PDFKit.PDFDocument,
  canvas: PdfCanvas,
  { name, workspace, freshAsOf, isLate }: PressedReport,
  { pen, chips }: { pen: Pen; chips: Chip[][] },
): void {
  page.addStructure(
    page.struct('H1', {}, () =>
      canvas.text(0, 28, fitted(name, BOARD_WIDTH, TITLE_SIZE, 'strong'), {
        ...{ size: TITLE_SIZE, color: 'text', weight: 'strong' },
      }),
    ),
  );
  const facts = `${workspace}  ·  ${ageWords({ freshAsOf, isLate }, pen)}`;
  tagged(page, 'text', facts, () =>
    canvas.text(0, 54, fitted(facts, BOARD_WIDTH, 13), { size: 13, color: isLate ? 'warn-text' : 'text-2' }),
  );
  chips.forEach((line, row) => {
    let x = 0;
    for (const { label, value, width } of line) {
      const [left, top] = [x, 66 + row * CHIP];
      asArtifact(page, () => canvas.box(left, top, width, 24, { fill: 'fill', radius: 6 }));
      tagged(page, 'text', `${label} ${value}`, () => {
        canvas.text(left + 10, top + 16, label, { size: 12, color: 'text-2' });
        const after = left + 16 + widthOf(label, 12);
        canvas.text(after, top + 16, value, { size: 12, color: 'text', weight: 'medium' });
      });
      x += width + 8;
    }
  });
}

function chipLines({ filters }: PressedReport, pen: Pen): Chip[][] {
  const lines: Chip[][] = [];
  let x = 0;
  for (const { label: given, value: chosen } of filters) {
    const label = fitted(given, 300, 12);
    const value = fitted(valueText(chosen, pen), 420, 12, 'medium');
    const width = 26 + widthOf(label, 12) + widthOf(value, 12, 'medium');
    if (lines.length === 0 || x + width > BOARD_WIDTH) {
      lines.push([]);
      x = 0;
    }
    lines.at(-1)!.push({ label, value, width });
    x += width + 8;
  }
  return lines;
}

/** Says what a filter compares with. */
function valueText(value: FilterValue | null, { say }: Pen): string {
  if (value === null) return say('filter.all');
  const range = value.operator === 'in_range' ? readTimeRange(value.values[0] ?? '') : null;
  if (range) return `${say('operator.in_range')} ${rangeWords(range, say)}`;
  const named = value.values.map((text) => (text === '' ? say('filter.empty_text') : text));
  const more = named.length - VALUES_SHOWN;
  const shown = named.slice(0, VALUES_SHOWN).join(', ');
  const values = more > 0 ? say('filter.and_more', { named: shown, more }) : shown;
  return `${say(`operator.${value.operator}`)} ${values}`.trim();
}

function drawFoot(
  canvas: PdfCanvas,
  { name, madeAt }: PressedReport,
  pen: Pen,
  { at, count }: { at: number; count: number },
): void {
  const y = HEIGHT - 2;
  const style = { size: 11, color: 'text-3' };
  const right = pen.say('page', { number: at + 1, of: count });
  canvas.line(0, HEIGHT - 20, BOARD_WIDTH, HEIGHT - 20, 'line');
  const made = pen.say('made', { time: pen.time(madeAt), zone: pen.timeZone });
  canvas.text(0, y, made, style);
  canvas.text(BOARD_WIDTH, y, right, { ...style, anchor: 'end' });
  if (at === 0) return;
  const room = BOARD_WIDTH - 2 * Math.max(widthOf(made, 11), widthOf(right, 11)) - 32;
  const [title = ''] = wrapped(name, room, { size: 11, most: 1 });
  canvas.text(BOARD_WIDTH / 2, y, title, { ...style, anchor: 'middle' });
}
