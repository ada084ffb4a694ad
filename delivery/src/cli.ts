import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { explain, ownValue } from '@headwater/shared/contract';
import { commands } from './commands.ts';
import { dataDirectory, registryFolder } from './config.ts';
import { RegistryFault } from './registry/registry-fault.ts';
import { openRegistry } from './registry/registry.ts';

const USAGE = `Usage: npm run deliver -- <command>

  publish <name>… [--shell <version>]           put builds (<name>/dist) into the registry; no one gets them yet
  promote <name>@<version>… [--why <text>]      make them current, all at once, if their run of the journeys passed
          --force --why <text>                  also without such a run, or if paths would belong to no remote
          --unblock --why <text>                also a version that was rolled back
  canary <name>@<version> --percent <0 to 100>  give it to this share of the visitors instead of the current one
  canary <name> --end                           give everyone the current one again
  override <name>@<version>…                    print a link that gives one browser these versions
          [--hours <1 to 24>] [--for <origin>]  for how long (8), and on which site (PUBLIC_URL)
  rollback <name> [--why <text>]                make the previous version current again and block the one it replaces
  rollback --set <revision> [<name>…]           the same for several names at once: what was live in that revision;
           [--why <text>]                       without names, for all that were live then
  withdraw <name> [--why <text>]                remove a remote from the product, with its areas and menu entries
  status                                        which version of each name is current, and what else visitors get
  history [<name>]                              who changed what, when, and why; newest first
  verify [<name>…]                              hash everything again and list all damage
  gc [--really]                                 delete the files of versions that no page can use anymore; without
                                                --really only list them

Options
  --by <who>     recorded with the change; by default your user name
  HEADWATER_DATA the data directory, whose registry is used: ${dataDirectory()}`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      why: { type: 'string' },
      shell: { type: 'string' },
      set: { type: 'string' },
      percent: { type: 'string' },
      hours: { type: 'string' },
      for: { type: 'string' },
      end: { type: 'boolean' },
      force: { type: 'boolean' },
      unblock: { type: 'boolean' },
      really: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [name = '', ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? ownValue(commands, name) : undefined;
  if (values.help || !command) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const { by = userInfo().username, ...options } = values;
  await command(openRegistry(registryFolder(dataDirectory())), rest, { ...options, by });
}

try {
  await main();
} catch (error) {
  const isPlain =
    error instanceof RegistryFault || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isPlain ? (error as Error).message : explain(error));
  process.exitCode = 1;
}
