import { fileURLToPath } from 'node:url';
import { startTestStore } from './test-store.ts';

let stop: (() => Promise<void>) | undefined;

/** For node:test's `--test-global-setup`: one PostgreSQL for the whole run, and compiled code shared by all files. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/compile', import.meta.url),
  );
  ({ stop } = await startTestStore());
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}
