import { startTestStore } from './test-store.ts';

let stop: (() => Promise<void>) | undefined;

/** For node:test's `--test-global-setup`: one PostgreSQL for the whole run. */
export async function globalSetup(): Promise<void> {
  ({ stop } = await startTestStore());
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}
