import type { Composition } from '../page/composition.ts';
import { noteLastPage } from '../registry/last-page.ts';
import type { Registry } from '../registry/registry.ts';

const HOUR = 3_600_000;

/**
 * Records in the registry which versions pages are made of, so that gc doesn't delete any that a tab may
 * still use.
 */
export interface PageNotes {
  /** Writes each composition once an hour. For every other page, this only checks memory. */
  note(composition: Composition): void;
  /** Resolves when everything noted so far is on disk or has failed. */
  settled(): Promise<void>;
}

export function createPageNotes(
  registry: Registry,
  onFailure: (error: unknown) => void,
  now: () => number = Date.now,
): PageNotes {
  const noted = new Map<string, number>();
  let writing = Promise.resolve();

  const write = async ({ shell, remotes }: Composition, time: number) => {
    for (const { record } of [shell, ...remotes])
      await noteLastPage(registry, record.name, record.version, new Date(time));
  };
  return {
    note(composition) {
      const time = now();
      if (time - (noted.get(composition.id) ?? -Infinity) < HOUR) return;
      for (const [id, when] of noted) if (time - when >= HOUR) noted.delete(id);
      noted.set(composition.id, time);
      writing = writing.then(() => write(composition, time)).catch(onFailure);
    },
    settled: () => writing,
  };
}
