import { lightColor } from '@headwater/shared/charts';
import type { Canvas, Paint, TextStyle } from './canvas.ts';
import { FONT_WEIGHTS } from './scripts.ts';
import { piecesOf, widthOf, widthOfPiece } from './type.ts';

/** Draws an SVG. */
export class SvgCanvas implements Canvas {
  readonly #parts: string[] = [];

  text(x: number, y: number, text: string, { size, color, weight = 'regular', anchor }: TextStyle): void {
    const width = anchor && anchor !== 'start' ? widthOf(text, size, weight) : 0;
    const pieces = piecesOf(text, weight);
    const [only] = pieces;
    // A line of one part is placed by the engine, which kerns.
    const isAlone = pieces.length === 1 && only !== undefined && 'text' in only;
    let left = isAlone ? x : x - (anchor === 'middle' ? width / 2 : width);
    const ink = lightColor(color);
    for (const piece of pieces) {
      if ('text' in piece) {
        const align = isAlone && anchor && anchor !== 'start' ? ` text-anchor="${anchor}"` : '';
        this.#parts.push(
          `<text x="${round(left)}" y="${round(y)}" font-size="${size}" font-weight="${FONT_WEIGHTS[weight]}" fill="${ink}" xml:space="preserve"${align}>${escaped(piece.text)}</text>`,
        );
      } else {
        const { slice, glyphs } = piece;
        const font = slice.font(weight);
        const scale = size / slice.unitsPerEm;
        let at = left;
        for (const { id, advance, x: right, y: up } of glyphs) {
          this.#parts.push(
            `<path transform="translate(${round(at + right * size)} ${round(y - up * size)}) scale(${scale} ${-scale})" d="${font.glyphToPath(id)}" fill="${ink}"/>`,
          );
          at += advance * size;
        }
      }
      left += widthOfPiece(piece, size, weight);
    }
  }

  path(d: string, paint: Paint): void {
    this.#parts.push(`<path d="${d}" ${attributesOf(paint)}/>`);
  }

  line(x1: number, y1: number, x2: number, y2: number, color: string): void {
    this.#parts.push(
      `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" ${attributesOf({ stroke: color })} shape-rendering="crispEdges"/>`,
    );
  }

  box(
    x: number,
    y: number,
    width: number,
    height: number,
    { radius = 0, ...paint }: Paint & { radius?: number },
  ): void {
    this.#parts.push(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" ${attributesOf(paint)}/>`,
    );
  }

  at(x: number, y: number, draw: () => void): void {
    this.#parts.push(`<g transform="translate(${round(x)} ${round(y)})">`);
    draw();
    this.#parts.push('</g>');
  }

  /** Returns the whole picture on the ground of cards. */
  toSvg(width: number, height: number): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter"><rect width="100%" height="100%" fill="${lightColor('surface')}"/>${this.#parts.join('')}</svg>`;
  }
}

const round = (value: number) => Math.round(value * 10) / 10;

function attributesOf({ fill, stroke, width = 1, opacity, dashes }: Paint): string {
  const parts = [`fill="${fill ? lightColor(fill) : 'none'}"`];
  if (stroke)
    parts.push(
      `stroke="${lightColor(stroke)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`,
    );
  if (dashes) parts.push(`stroke-dasharray="${dashes}"`);
  if (opacity !== undefined) parts.push(`opacity="${opacity}"`);
  return parts.join(' ');
}

const escaped = (text: string) =>
  text
    // XML has no place for them.
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
