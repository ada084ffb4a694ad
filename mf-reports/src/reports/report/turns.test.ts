import { Turns } from './turns.ts';

test('so many at a time, in their order, and those who leave are skipped', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const end: (() => void)[] = [];
  const signal = new AbortController().signal;
  const leaving = new AbortController();
  const ask = (number: number, by = signal) =>
    turns.take(by, () => {
      begun.push(number);
      return new Promise<void>((resolve) => end.push(resolve));
    });
  const all = [ask(1), ask(2), ask(3, leaving.signal), ask(4)];
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  leaving.abort(new Error('left'));
  await expect(all[2]).rejects.toThrow('left');
  end[0]!();
  await all[0];
  await Promise.resolve();
  expect(begun).toEqual([1, 2, 4]);
  end[1]!();
  end[2]!();
  await Promise.all([all[1], all[3]]);
});
