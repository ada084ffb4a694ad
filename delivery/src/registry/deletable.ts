import { currentSet } from './composition-id.ts';
import { listFolder } from './disk.ts';
import { readLastPage } from './last-page.ts';
import { referenceOf } from './names.ts';
import type { BuildRecord } from './record.ts';
import { GONE_FILE, readHistory, type Registry } from './registry.ts';
import { findBlock, type RegistryEvent, type RegistryState, type Revision } from './revision.ts';

export interface Deletable {
  name: string;
  version: string;
  /** The last time that a page can have been made of it. */
  lastUsed: Date;
  bytes: number;
}

/** The number of earlier versions that are kept for rollbacks. */
const KEPT_BEFORE_CURRENT = 5;
/**
 * How long a tab may keep using a version. Tabs that are open longer must reload when they need its files.
 */
const KEPT_AFTER_LAST_PAGE = 30 * 86_400_000;

/** Finds versions that no page can use anymore and that are unlikely to be rolled back to. */
export async function findDeletable(
  registry: Registry,
  { state }: Revision,
  now: Date,
): Promise<Deletable[]> {
  const { kept, left } = await readPast(registry, state);
  const found: Deletable[] = [];
  for (const name of await registry.listNames()) {
    for (const version of await registry.listVersions(name)) {
      const reference = `${name}@${version}`;
      if (kept.has(reference) || (await isTombstone(registry, name, version))) continue;
      const record = await registry.getRecord(name, version);
      const noted = await readLastPage(registry, name, version);
      // A version is in use from when it is published until it is replaced, even if no page was noted.
      const times = [noted?.getTime() ?? 0, Date.parse(record.receivedAt), left.get(reference) ?? 0];
      const lastUsed = new Date(Math.max(...times));
      if (now.getTime() - lastUsed.getTime() > KEPT_AFTER_LAST_PAGE)
        found.push({ name, version, lastUsed, bytes: sizeOf(record) });
    }
  }
  return found;
}

/**
 * Returns the references to keep (current versions, canaries, and previous versions), and when each version
 * was last replaced.
 */
async function readPast(registry: Registry, state: RegistryState) {
  const current = currentSet(state).map(referenceOf);
  const kept = new Set([...current, ...canariesOf(state)]);
  const left = new Map<string, number>();
  const good = new Map<string, number>();
  let later: RegistryEvent | undefined;
  for await (const { event, state: past } of readHistory(registry)) {
    for (const reference of canariesOf(past))
      if (later && !left.has(reference)) left.set(reference, Date.parse(later.when));
    later = event;
    for (const { name, from } of event.moves) {
      const reference = `${name}@${from}`;
      if (from === null || left.has(reference)) continue;
      left.set(reference, Date.parse(event.when));
      const count = good.get(name) ?? 0;
      if (count >= KEPT_BEFORE_CURRENT || kept.has(reference)) continue;
      kept.add(reference);
      // Blocked versions are kept, too, but don't push out those that a rollback could use.
      if (!findBlock(state, name, from)) good.set(name, count + 1);
    }
  }
  return { kept, left };
}

const canariesOf = (state: RegistryState) =>
  Object.entries(state).flatMap(([name, { canary }]) => (canary ? [`${name}@${canary.version}`] : []));

/**
 * Returns whether the version is marked and empty. One that is only marked was left by a gc that crashed, and
 * the next gc deletes it.
 */
async function isTombstone(registry: Registry, name: string, version: string): Promise<boolean> {
  if (!(await registry.isGone(name, version))) return false;
  const entries = await listFolder(registry.versionFolder(name, version));
  return entries.every((entry) => entry === GONE_FILE || entry === 'record.json');
}

const sizeOf = ({ files }: BuildRecord) =>
  files.reduce((sum, { bytes, br, gz }) => sum + bytes + (br ?? 0) + (gz ?? 0), 0);
