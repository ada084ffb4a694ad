import type { Browser, Page } from 'playwright';

export interface Tasks {
  /** The longest task of the page's main thread, in ms of its CPU. Waiting for a core doesn't count. */
  longest: number;
  /** All of them together, in ms of its CPU. */
  total: number;
  /** How many took longer than 50 ms. */
  long: number;
  count: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ph: string;
  /** CPU time in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

const LONG_MS = 50;

/** Returns the tasks of the page's main thread while `work` is done. */
export async function tasksDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const times = trace.traceEvents
    .filter((event) => event.name.endsWith('::RunTask') && mains.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1_000);
  if (times.length === 0) throw new Error('The trace has no tasks of the page.');
  return {
    longest: Math.max(...times),
    total: times.reduce((sum, time) => sum + time, 0),
    long: times.filter((time) => time > LONG_MS).length,
    count: times.length,
  };
}
