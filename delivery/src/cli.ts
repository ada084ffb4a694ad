import { userInfo } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirectory, registryFolder } from './config.ts';
import { parseReference } from './registry/names.ts';
import { promote } from './registry/promote.ts';
import { publish } from './registry/publish.ts';
import { readBuild } from './registry/read-build.ts';
import { RegistryFault } from './registry/registry-fault.ts';
import { openRegistry, readHistory, type Registry } from './registry/registry.ts';

const USAGE = `Usage: npm run deliver -- <command>

  publish <name>… [--shell <version>]           put builds (<name>/dist) into the registry; nobody sees them yet
  promote <name>@<version>… [--why <text>]      make them current, all at once
  status                                        which version of what is current
  history                                       who promoted what, when and why; the newest first

Options
  --by <who>     recorded with the change; by default your user name
  HEADWATER_DATA the data directory, whose registry is used: ${dataDirectory()}`;

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Options {
  by: string;
  why?: string;
  shell?: string;
}
type Command = (registry: Registry, names: string[], options: Options) => Promise<void>;

const commands: Record<string, Command> = {
  async publish(registry, names, { by, shell }) {
    if (names.length === 0)
      throw new RegistryFault('bad_reference', ['Say what to publish, for example: publish mf-data']);
    for (const name of names) {
      const build = await readBuild(path.resolve(ROOT, name));
      const { record, created } = await publish(registry, build, { by, shell });
      const reference = `${record.name}@${record.version}`;
      console.log(created ? `Published ${reference}` : `${reference} is published already`);
      console.log(`Make it current: npm run deliver -- promote ${reference}`);
    }
  },
  async promote(registry, references, { by, why }) {
    if (references.length === 0)
      throw new RegistryFault('bad_reference', ['Say what to promote, as <name>@<version>']);
    const revision = await promote(registry, references.map(parseReference), { by, why });
    if (!revision) return console.log('Nothing to do: that is current already.');
    for (const { name, from, to } of revision.event.moves)
      console.log(`${name}: ${from ?? 'nothing'} → ${to}`);
    console.log(`Revision ${revision.n} is live from the next page on.`);
  },
  async status(registry) {
    const revision = await registry.latestRevision();
    if (!revision) return console.log(`Nothing is promoted yet in ${registry.folder}`);
    console.log(`Revision ${revision.n}, ${revision.event.when}, by ${revision.event.who}`);
    for (const [name, { current }] of Object.entries(revision.state)) {
      const { owner, receivedAt } = await registry.getRecord(name, current);
      console.log(
        `  ${name.padEnd(14)} ${current}  published ${receivedAt}  ${owner.team} <${owner.contact}>`,
      );
    }
  },
  async history(registry) {
    for await (const { n, event } of readHistory(registry)) {
      console.log(`${n}  ${event.when}  ${event.who}${event.why ? `: ${event.why}` : ''}`);
      for (const { name, from, to } of event.moves) console.log(`     ${name}: ${from ?? 'nothing'} → ${to}`);
    }
  },
};

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      why: { type: 'string' },
      shell: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [name = '', ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (values.help || !command) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const { by = userInfo().username, why, shell } = values;
  await command(openRegistry(registryFolder(dataDirectory())), rest, { by, why, shell });
}

try {
  await main();
} catch (error) {
  const expected =
    error instanceof RegistryFault || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  if (!expected) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
