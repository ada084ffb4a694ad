import { lightColor } from '@headwater/shared/charts';
import type { Canvas, Paint, TextStyle } from './canvas.ts';

/**
 * Which features of the typeface are on and off. The engine takes them so, which its types don't know. Kerning and
 * contextual forms are off: as the engine places them, a point between digits lies on the digit before it.
 */
const features = (on: Readonly<Record<string, boolean>>) =>
  ({ features: { kern: false, calt: false, ...on } }) as unknown as PDFKit.Mixins.TextOptions;
const PLAIN = features({});
const TABULAR = features({ tnum: true });

/** Draws on the current page of a document, whose unit has to be a px by then. */
export class PdfCanvas implements Canvas {
  readonly #page: PDFKit.PDFDocument;

  constructor(page: PDFKit.PDFDocument) {
    this.#page = page;
  }

  text(x: number, y: number, text: string, { size, color, weight = 'regular', anchor }: TextStyle): void {
    // The engine would put control characters into the file as they are.
    const shown = text.replace(/\p{Cc}/gu, ' ');
    const page = this.#page.font(weight).fontSize(size).fillColor(lightColor(color));
    // As drawn. Numbers that end below each other have digits of one width.
    const set = anchor === 'end' ? TABULAR : PLAIN;
    const width = anchor && anchor !== 'start' ? page.widthOfString(shown, set) : 0;
    const left = anchor === 'end' ? x - width : anchor === 'middle' ? x - width / 2 : x;
    page.text(shown, left, y, { lineBreak: false, baseline: 'alphabetic', ...set });
  }

  path(d: string, { fill, stroke, width = 1, opacity, dashes }: Paint): void {
    const page = this.#page.save();
    if (opacity !== undefined) page.opacity(opacity);
    page.path(d);
    if (dashes) {
      const [dash = 1, space = 1] = dashes.split(' ').map(Number);
      page.dash(dash, { space });
    }
    if (stroke) page.lineWidth(width).lineCap('round').lineJoin('round').stroke(lightColor(stroke));
    else if (fill) page.fill(lightColor(fill));
    page.restore();
  }

  line(x1: number, y1: number, x2: number, y2: number, color: string): void {
    this.#page.save().lineWidth(1).moveTo(x1, y1).lineTo(x2, y2).stroke(lightColor(color)).restore();
  }

  box(
    x: number,
    y: number,
    width: number,
    height: number,
    { radius = 0, fill, stroke, width: thick = 1 }: Paint & { radius?: number },
  ): void {
    const page = this.#page.save().lineWidth(thick);
    const shape = () =>
      radius > 0 ? page.roundedRect(x, y, width, height, radius) : page.rect(x, y, width, height);
    if (fill) shape().fill(lightColor(fill));
    if (stroke) shape().stroke(lightColor(stroke));
    page.restore();
  }

  at(x: number, y: number, draw: () => void): void {
    this.#page.save().translate(x, y);
    draw();
    this.#page.restore();
  }
}
