import { schedule } from '../testing/fixtures.ts';
import { changedParts, choicesOf, draftOf } from './draft.ts';

const saved = { type: 'schedules' as const, id: 'src_shop', ...schedule() };
const draft = draftOf(saved, 'Europe/Berlin');

test('without a saved schedule, suggests every 6 hours in the viewer’s time zone', () => {
  const first = draftOf({ ...saved, kind: 'manual', interval: null, zone: 'UTC', version: 0 }, 'Asia/Tokyo');
  expect(first).toMatchObject({
    kind: 'interval',
    zone: 'Asia/Tokyo',
    interval: { minutes: 360, startingAt: '00:00' },
  });
});

test('sends only the part of the chosen kind', () => {
  const choices = choicesOf({ ...draft, kind: 'cron' });
  expect(choices).toMatchObject({ kind: 'cron', interval: null, times: null, after: null });
  expect(choices.cron).not.toBeNull();
  expect(choicesOf({ ...draft, kind: 'manual' })).toMatchObject({ interval: null, cron: null });
});

test('names what has changed, and nothing that does not matter to the kind', () => {
  expect(changedParts(draft, draft)).toEqual([]);
  expect(changedParts(draft, { ...draft, cron: { expression: '0 0 * * *' } })).toEqual([]);
  expect(
    changedParts(draft, { ...draft, kind: 'cron', overlap: 'queue', freshnessTargetMinutes: null }),
  ).toEqual(['when', 'overlap', 'target']);
});
