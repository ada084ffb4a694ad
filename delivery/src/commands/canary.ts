import { canary, endCanary } from '../registry/canary.ts';
import { isName, parseReference } from '../registry/names.ts';
import { RegistryFault } from '../registry/registry-fault.ts';
import type { Registry } from '../registry/registry.ts';
import type { Command, Options } from './command.ts';

export const canaryCommand: Command = async (registry, names, options) => {
  const [target = ''] = names;
  if (names.length !== 1 || (options.percent === undefined) === (options.end === undefined))
    throw new RegistryFault('bad_reference', [
      'Say which version for whom: canary <name>@<version> --percent <0 to 100>; or canary <name> --end',
    ]);
  return options.end ? end(registry, target, options) : run(registry, target, options);
};

async function run(registry: Registry, reference: string, { percent = '', by, why, unblock }: Options) {
  const target = parseReference(reference);
  const revision = await canary(registry, target, readPercent(percent), { by, why, unblock });
  if (!revision) return console.log('Nothing to do: that canary is already running.');
  console.log(
    `Revision ${revision.n}: ${percent} % of the visitors get ${reference} from their next page on.`,
  );
  console.log(`To end it: npm run deliver -- canary ${target.name} --end`);
}

async function end(registry: Registry, name: string, { by, why }: Options) {
  if (!isName(name))
    throw new RegistryFault('bad_reference', [`"${name}" is not a name: canary <name> --end`]);
  const revision = await endCanary(registry, name, { by, why });
  if (!revision) return console.log(`Nothing to do: ${name} has no canary.`);
  console.log(`Revision ${revision.n}: everyone gets the current ${name} from their next page on.`);
}

function readPercent(text: string): number {
  if (/^\d{1,3}(\.\d{1,3})?$/.test(text)) return Number(text);
  throw new RegistryFault('bad_option', [`--percent is "${text}", but must be a number from 0 to 100`]);
}
