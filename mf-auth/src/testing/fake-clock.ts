// What typing and React run on; a countdown needs none of them.
const KEPT = [
  'setTimeout',
  'clearTimeout',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'nextTick',
  'performance',
  'requestAnimationFrame',
] as const;

/** Within a `describe`: intervals and the date go by `jest.advanceTimersByTime`, so that a countdown takes no time. */
export function withFakeClock() {
  beforeEach(() => jest.useFakeTimers({ doNotFake: [...KEPT] }));
  afterEach(() => jest.useRealTimers());
}
