// Timers that typing and React need and a countdown doesn't.
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

/**
 * Makes intervals and the date of a file or a `describe` depend on `jest.advanceTimersByTime`, so that countdowns
 * take no time.
 */
export function withFakeClock() {
  beforeEach(() => jest.useFakeTimers({ doNotFake: [...KEPT] }));
  afterEach(() => jest.useRealTimers());
}
