import { compositionId, currentSet } from '../registry/composition-id.ts';
import type { NamedVersion } from '../registry/names.ts';
import { readHistory, type Registry } from '../registry/registry.ts';
import type { Canary, RegistryState } from '../registry/revision.ts';
import { findRun } from '../registry/runs.ts';
import type { Command } from './command.ts';

export const statusCommand: Command = async (registry) => {
  const revision = await registry.latestRevision();
  if (!revision) return console.log(`Nothing is promoted yet in ${registry.folder}`);
  const { n, event, state } = revision;
  console.log(
    `Revision ${n}, ${event.when}, by ${event.who}; composition ${compositionId(currentSet(state))}`,
  );
  for (const [name, { current, canary, blocked = [] }] of Object.entries(state)) {
    if (current === undefined) tell(name, 'nothing', 'withdrawn');
    else tell(name, current, await tellCurrent(registry, state, { name, version: current }));
    if (canary) tell('', canary.version, await tellCanary(registry, state, name, canary));
    for (const { version, why } of blocked) tell('', version, `blocked${why ? `: ${why}` : ''}`);
  }
};

const tell = (name: string, version: string, what: string) =>
  console.log(`  ${name.padEnd(14)} ${version}  ${what}`);

async function tellCurrent(registry: Registry, state: RegistryState, version: NamedVersion) {
  const { owner, receivedAt } = await registry.getRecord(version.name, version.version);
  const tried = await tellRun(registry, state, version);
  return `published ${receivedAt}  ${owner.team} <${owner.contact}>  ${tried}`;
}

async function tellCanary(registry: Registry, state: RegistryState, name: string, canary: Canary) {
  const { version, percent } = canary;
  const running = percent > 0 ? `canary for ${percent} %` : await tellHalt(registry, name, version);
  return `${running}  ${await tellRun(registry, state, { name, version })}`;
}

/** Who gave it to nobody any more, and why: delivery itself, or somebody. */
async function tellHalt(registry: Registry, name: string, version: string): Promise<string> {
  for await (const { event } of readHistory(registry)) {
    if (event.canary?.name !== name || event.canary.version !== version) continue;
    const what = event.verb === 'halt' ? 'canary halted' : 'canary for nobody, set';
    return `${what} by ${event.who}${event.why ? `: ${event.why}` : ''}`;
  }
  return 'canary for nobody';
}

/** How the journeys went with a version among what is current. */
async function tellRun(registry: Registry, state: RegistryState, version: NamedVersion): Promise<string> {
  const set = currentSet({ ...state, [version.name]: { current: version.version } });
  const run = await findRun(registry, version, compositionId(set));
  if (!run) return 'no run recorded';
  const result = run.failed === 0 ? `${run.passed} journeys passed` : `${run.failed} journeys failed`;
  return `${result} ${run.when}`;
}
