import { lightColor } from '@headwater/shared/charts';
import type { Canvas, Paint, TextStyle, Weight } from './canvas.ts';
import type { Piece } from './shape.ts';
import { piecesOf, widthOf, widthOfPiece } from './type.ts';

/**
 * Which features of the typeface are on and off. The engine takes them so, which its types don't know. Kerning and
 * contextual forms are off: as the engine places them, a point between digits lies on the digit before it.
 */
const features = (on: Readonly<Record<string, boolean>>) =>
  ({ features: { kern: false, calt: false, ...on } }) as unknown as PDFKit.Mixins.TextOptions;
const PLAIN = features({});
const TABULAR = features({ tnum: true });

/** What the engine keeps of a typeface in a document, which its types don't know. */
interface EmbeddedFont {
  subset: { includeGlyph(id: number): number };
  widths: number[];
  unicode: number[][];
  scale: number;
  encode(): [codes: string[], places: object[]];
}

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
    const pieces = piecesOf(shown, weight);
    if (pieces.some((piece) => 'glyphs' in piece)) {
      const all = widthOf(shown, size, weight);
      let at = anchor === 'end' ? x - all : anchor === 'middle' ? x - all / 2 : x;
      for (const piece of pieces) {
        if ('text' in piece)
          page.font(weight).text(piece.text, at, y, { lineBreak: false, baseline: 'alphabetic', ...PLAIN });
        else this.#glyphs(piece, at, y, { size, weight });
        at += widthOfPiece(piece, size, weight);
      }
      return;
    }
    // As drawn. Numbers that end below each other have digits of one width.
    const set = anchor === 'end' ? TABULAR : PLAIN;
    const width = anchor && anchor !== 'start' ? page.widthOfString(shown, set) : 0;
    const left = anchor === 'end' ? x - width : anchor === 'middle' ? x - width / 2 : x;
    page.text(shown, left, y, { lineBreak: false, baseline: 'alphabetic', ...set });
  }

  /** Draws signs, and writes what they stand for where they are, unseen. */
  #glyphs(
    { slice, glyphs }: Extract<Piece, { glyphs: unknown }>,
    x: number,
    y: number,
    { size, weight }: { size: number; weight: Weight },
  ): void {
    const page = this.#page;
    const drawn = slice.font(weight);
    const scale = size / slice.unitsPerEm;
    let at = x;
    for (const { id, advance, x: right, y: up } of glyphs) {
      page.save().transform(scale, 0, 0, -scale, at + right * size, y - up * size);
      page.path(drawn.glyphToPath(id)).fill().restore();
      at += advance * size;
    }
    const font = slice.embeddable;
    // What is copied are letters, not the parts of which a typeface makes them. Each is where its sign is.
    const letters = glyphs.flatMap(({ letters: signs, advance }) =>
      [...signs].map((letter, index) => ({
        glyph: font.glyphForCodePoint(letter.codePointAt(0)!),
        code: letter.codePointAt(0)!,
        advance: index === 0 ? advance : 0,
      })),
    );
    page.save().font(font as unknown as string);
    const embedded = (page as unknown as { _font: EmbeddedFont })._font;
    embedded.encode = () => [
      letters.map(({ glyph, code }) => {
        const id = embedded.subset.includeGlyph(glyph.id);
        embedded.widths[id] ??= glyph.advanceWidth * embedded.scale;
        embedded.unicode[id] ??= [code];
        return id.toString(16).padStart(4, '0');
      }),
      letters.map(({ glyph, advance }) => ({
        ...{ xAdvance: advance * 1_000, xOffset: 0, yOffset: 0 },
        advanceWidth: glyph.advanceWidth * embedded.scale,
      })),
    ];
    page.addContent('3 Tr');
    const told = { textWidth: 0, wordCount: 1 } as PDFKit.Mixins.TextOptions;
    page.text(glyphs.map((glyph) => glyph.letters).join(''), x, y, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...told,
    });
    page.restore();
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
