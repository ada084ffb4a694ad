import { addSample, fractionOf, rateOf, timeLeft, type Sample } from './progress.ts';

const collect = (...samples: [at: number, rows: number][]) =>
  samples.reduce<readonly Sample[]>((all, [at, rows]) => addSample(all, { at, rows }), []);

test('a rate is the average over the samples', () => {
  expect(rateOf(collect([0, 0], [1_000, 50], [2_000, 300]))).toBe(150);
});

test('one sample has no rate, and neither do two that are too close together', () => {
  expect(rateOf([])).toBeNull();
  expect(rateOf(collect([0, 10]))).toBeNull();
  expect(rateOf(collect([0, 10], [400, 20]))).toBeNull();
});

test('samples from before the window are dropped', () => {
  expect(rateOf(collect([0, 0], [10_000, 100_000], [20_000, 100_000]))).toBe(0);
});

test('a lower count starts a new attempt', () => {
  expect(collect([0, 500], [1_000, 900], [2_000, 20])).toEqual([{ at: 2_000, rows: 20 }]);
});

test('two samples with the same time count once', () => {
  expect(collect([0, 5], [0, 5])).toHaveLength(1);
});

test('progress stays below 1 until the table is done, and is unknown without an estimate', () => {
  expect(fractionOf(62, 100, false)).toBe(0.62);
  expect(fractionOf(140, 100, false)).toBe(0.99);
  expect(fractionOf(0, 0, true)).toBe(1);
  expect(fractionOf(10, null, false)).toBeNull();
  expect(fractionOf(10, 0, false)).toBeNull();
});

test('the time left is only given if it can be estimated', () => {
  expect(timeLeft(400, 1_000, 200)).toBe(3_000);
  expect(timeLeft(400, null, 200)).toBeNull();
  expect(timeLeft(400, 1_000, null)).toBeNull();
  expect(timeLeft(400, 1_000, 0)).toBeNull();
  expect(timeLeft(1_100, 1_000, 200)).toBeNull();
  expect(timeLeft(999, 1_000, 900)).toBe(1_000);
});
