import { compositionId, currentSet } from '../registry/composition-id.ts';
import type { NamedVersion } from '../registry/names.ts';
import { readHistory, type Registry } from '../registry/registry.ts';
import type { Canary, RegistryState } from '../registry/revision.ts';
import { findRun } from '../registry/runs.ts';
import type { Command } from './command.ts';

export const statusCommand: Command = async (registry) => {
  const revision = await registry.latestRevision();
  if (!revision) return console.log(`Nothing has been promoted yet in ${registry.folder}`);
  const { n, event, state } = revision;
  console.log(
    `Revision ${n}, ${event.when}, by ${event.who}; composition ${compositionId(currentSet(state))}`,
  );
  for (const [name, { current, canary, blocked = [] }] of Object.entries(state)) {
    if (current === undefined) print(name, 'nothing', 'withdrawn');
    else print(name, current, await describeCurrent(registry, state, { name, version: current }));
    if (canary) print('', canary.version, await describeCanary(registry, state, name, canary));
    for (const { version, why } of blocked) print('', version, `blocked${why ? `: ${why}` : ''}`);
  }
};

const print = (name: string, version: string, what: string) =>
  console.log(`  ${name.padEnd(14)} ${version}  ${what}`);

async function describeCurrent(registry: Registry, state: RegistryState, version: NamedVersion) {
  const { owner, receivedAt } = await registry.getRecord(version.name, version.version);
  const tried = await describeRun(registry, state, version);
  return `published ${receivedAt}  ${owner.team} <${owner.contact}>  ${tried}`;
}

async function describeCanary(registry: Registry, state: RegistryState, name: string, canary: Canary) {
  const { version, percent } = canary;
  const running = percent > 0 ? `canary for ${percent} %` : await describeHalt(registry, name, version);
  return `${running}  ${await describeRun(registry, state, { name, version })}`;
}

/** Returns who set the canary to no one and why: delivery, if it halted it, or a person. */
async function describeHalt(registry: Registry, name: string, version: string): Promise<string> {
  for await (const { event } of readHistory(registry)) {
    if (event.canary?.name !== name || event.canary.version !== version) continue;
    const what = event.verb === 'halt' ? 'canary halted' : 'canary for no one, set';
    return `${what} by ${event.who}${event.why ? `: ${event.why}` : ''}`;
  }
  return 'canary for no one';
}

/** Returns the result of the journeys with a version together with what is current. */
async function describeRun(registry: Registry, state: RegistryState, version: NamedVersion): Promise<string> {
  const set = currentSet({ ...state, [version.name]: { current: version.version } });
  const run = await findRun(registry, version, compositionId(set));
  if (!run) return 'no run recorded';
  const result = run.failed === 0 ? `${run.passed} journeys passed` : `${run.failed} journeys failed`;
  return `${result} ${run.when}`;
}
