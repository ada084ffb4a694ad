import { liveBuild } from '../page/live-build.ts';
import { loadRevision, type LiveRevision } from '../page/live-revision.ts';
import { parseReference } from '../registry/names.ts';
import type { BuildRecord } from '../registry/record.ts';
import type { Canary, RegistryState } from '../registry/revision.ts';

export const CURRENT = '0.1.0-000000000001';
export const CANDIDATE = '0.1.0-000000000002';

export const aCanary = (percent: number, id = '00112233445566aa'): Canary => ({
  id,
  version: CANDIDATE,
  percent,
});

export function recordOf(reference: string): BuildRecord {
  const sha384 = `sha384-${'A'.repeat(64)}`;
  return {
    ...parseReference(reference),
    owner: { team: 'platform', contact: 'platform@example.com' },
    entry: 'remoteEntry.js',
    files: [{ path: 'remoteEntry.js', bytes: 1, sha384, br: null, gz: null }],
    exposes: {},
    contract: '*',
    routes: [],
    assets: { entrypoints: {}, chunks: {}, provides: {}, shared: {} },
    publishedBy: 'anna',
    receivedAt: '2026-01-01T00:00:00Z',
  };
}

/**
 * Returns a revision with a shell and the given remotes, without a registry on disk: every version exists.
 */
export async function liveRevisionOf(
  remotes: RegistryState,
  { n = 1, hasKey = true, missing = [] as string[], faults = [] as string[] } = {},
): Promise<LiveRevision> {
  const find = async (name: string, version: string) => {
    const reference = `${name}@${version}`;
    return missing.includes(reference) ? undefined : liveBuild(recordOf(reference));
  };
  const state = { shell: { current: CURRENT }, ...remotes };
  const key = hasKey ? Buffer.alloc(32, 7) : undefined;
  return loadRevision({ n, state }, key, find, (fault) => void faults.push(fault));
}
