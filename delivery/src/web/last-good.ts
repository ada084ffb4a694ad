import path from 'node:path';
import { Type } from '@sinclair/typebox';
import { liveBuild } from '../page/live-build.ts';
import { loadRevision, type LiveRevision } from '../page/live-revision.ts';
import { parseShape } from '../registry/check-shape.ts';
import { readIfThere, replaceFile, syncFolder } from '../registry/disk.ts';
import { record } from '../registry/record.ts';
import type { Registry } from '../registry/registry.ts';
import { registryState } from '../registry/revision.ts';

const kept = Type.Object({
  n: Type.Integer({ minimum: 1 }),
  state: registryState,
  /** The records of the current versions. */
  records: Type.Array(record),
});

/**
 * The last revision that pages were made of, saved on disk next to the registry, for starting without the
 * registry.
 */
export interface LastGood {
  keep(revision: LiveRevision): void;
  /**
   * Returns the revision without canaries, because the key that draws for them is only in the registry.
   * Returns undefined if nothing valid was saved.
   */
  read(): Promise<LiveRevision | undefined>;
  /** Resolves when everything so far is saved on disk or has failed. */
  settled(): Promise<void>;
}

export function createLastGood({ folder }: Registry, onFailure: (error: unknown) => void): LastGood {
  const file = path.join(path.dirname(folder), 'delivery-last-good.json');
  let writing = Promise.resolve();

  const write = async ({ n, state, current }: LiveRevision) => {
    const records = [...current.values()].map((build) => build.record);
    await replaceFile(file, JSON.stringify({ n, state, records }));
    await syncFolder(path.dirname(file));
  };
  return {
    keep(revision) {
      writing = writing.then(() => write(revision)).catch(onFailure);
    },
    async read() {
      try {
        const text = await readIfThere(file);
        return text === undefined ? undefined : await revisionIn(text, file);
      } catch (error) {
        onFailure(error);
        return undefined;
      }
    },
    settled: () => writing,
  };
}

function revisionIn(text: string, file: string): Promise<LiveRevision> {
  const { n, state, records } = parseShape(kept, text, file);
  const builds = new Map(records.map((of) => [`${of.name}@${of.version}`, liveBuild(of)]));
  const find = async (name: string, version: string) => builds.get(`${name}@${version}`);
  return loadRevision({ n, state }, undefined, find, () => {});
}
