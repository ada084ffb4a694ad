import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import { PdfCanvas } from './pdf-canvas.ts';
import { FONT_FILES } from './type.ts';

/** Returns where texts begin that end at 400, or have their middle there. */
async function startsOf(texts: readonly string[], anchor: 'end' | 'middle' = 'end'): Promise<number[]> {
  const page = new PDFDocument({ compress: false });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const whole = once(page, 'end');
  for (const [weight, file] of Object.entries(FONT_FILES)) page.registerFont(weight, file);
  const canvas = new PdfCanvas(page);
  for (const [at, text] of texts.entries())
    canvas.text(400, 100 + at * 20, text, { size: 12, color: 'text', anchor });
  page.end();
  await whole;
  const places = Buffer.concat(chunks)
    .toString('latin1')
    .matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm/g);
  return [...places].map(([, x]) => Number(x));
}

test('numbers that end below each other have their digits below each other', async () => {
  const starts = await startsOf(['€94,205.15', '€43,918.51', '€11,111.11', '111']);
  assert.equal(starts.length, 4);
  assert.equal(new Set(starts.slice(0, 3)).size, 1, starts.join(' '));
  assert.ok(starts[3]! > starts[0]! && starts[3]! < 400);
});

test('a point between digits has room of its own', async () => {
  const [pointed, plain] = await startsOf(['247.17', '24717'], 'middle');
  assert.ok(pointed! < plain!, `${pointed} ${plain}`);
});
