import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { PressedCard, PressRequest } from './messages.ts';
import { Press } from './press.ts';
import { fitted, widthOf, wrapped } from './type.ts';

const press = new Press();
after(() => press.close());

const asker = { workspaceId: 'one', userId: 'usr' };
const style = { language: 'de' as const, timeZone: 'Europe/Berlin' };
const layout = { x: 0, y: 0, w: 6, h: 5 };
const note = (text: string): PressedCard => ({ kind: 'text', title: '<&>\u0000 Łódź', layout, text });
const png = (card: PressedCard): PressRequest => ({ kind: 'png', style, card, scale: 1 });

describe('the press', () => {
  test('draws whatever text there is', async () => {
    const odd = ['', '<svg onload="x">', '𝕏 \u0007 \uD800', '漢字', 'x'.repeat(10_000)].map(note);
    for (const card of odd) assert.match((await press.run(png(card), asker)).toString('latin1'), /^.PNG/);
    const report = { name: '(\\)', workspace: 'x', madeAt: '2026-01-01T00:00:00Z', freshAsOf: null };
    const bytes = await press.run(
      { kind: 'pdf', style, report: { ...report, isLate: false, filters: [], cards: odd } },
      asker,
    );
    assert.match(bytes.toString('latin1'), /^%PDF/);
  });

  test('draws again after someone who waited for a file has left', async () => {
    const leaving = new AbortController();
    const left = press.run(png(note('one')), asker, leaving.signal);
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    assert.ok((await press.run(png(note('two')), asker)).length > 0);
  });

  test('refuses what it can’t draw, and goes on', async () => {
    const broken = { kind: 'query', title: '', layout, measure: {}, unbound: [] } as unknown as PressedCard;
    await assert.rejects(press.run(png(broken), asker));
    assert.ok((await press.run(png(note('three')), asker)).length > 0);
  });
});

describe('lines', () => {
  test('are no wider than their room, and the last one says that there is more', () => {
    const lines = wrapped('one two three four five six seven', 60, { size: 12, most: 2 });
    assert.equal(lines.length, 2);
    assert.ok(lines.every((line) => widthOf(line, 12) <= 60));
    assert.match(lines[1]!, /…$/);
    assert.equal(fitted('short', 600, 12), 'short');
  });
});
