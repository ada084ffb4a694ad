import { Resvg } from '@resvg/resvg-js';
import { sizeOf } from './board.ts';
import { cardParts } from './draw-card.ts';
import type { PressedCard, PressStyle } from './messages.ts';
import { penFor } from './pen.ts';
import { SvgCanvas } from './svg-canvas.ts';
import { FONT_FILES } from './type.ts';

const FONTS = {
  fontFiles: Object.values(FONT_FILES),
  loadSystemFonts: false,
  defaultFontFamily: 'Inter',
};

/** Returns a card as a picture, as large as on the screen, with so many pixels for each of its. */
export function pngOf(card: PressedCard, style: PressStyle, scale: number): Uint8Array {
  const { width, height } = sizeOf(card.layout);
  const size = { width: Math.max(320, Math.round(width)), height: Math.max(96, Math.round(height)) };
  const canvas = new SvgCanvas();
  for (const { draw } of cardParts(card, penFor(style), size)) draw(canvas);
  const svg = canvas.toSvg(size.width, size.height);
  return new Resvg(svg, { fitTo: { mode: 'zoom', value: scale }, font: FONTS }).render().asPng();
}
