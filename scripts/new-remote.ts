import { parseArgs } from 'node:util';
import { newRemote, NewRemoteError } from './new-remote/new-remote.ts';
import { describeRemote } from './new-remote/remote.ts';
import { ROOT } from './packages.ts';

const USAGE = `Usage: npm run new:remote -- <name> --path <path> [options]

  npm run new:remote -- mf-forecasts --path /w/:organizationId/forecasts --title Forecasts --title-de Prognosen

Options
  --path <path>       of its first page: /w/:organizationId/<area> in a workspace, otherwise /<area>
  --public            outside of a workspace: also for those who are not signed in
  --team <team>       who owns it (the name without mf-)
  --contact <mail>    how to reach them (<team>@headwater.example)
  --title <text>      its heading, in English (made from the name)
  --title-de <text>   the same in German (the English one)

docs/new-remote.md leads from here to a page that people see.`;

/**
 * `npm run new:remote -- <name> --path <path>`: creates a remote that builds, passes its test, and can be
 * published.
 */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      path: { type: 'string' },
      public: { type: 'boolean' },
      team: { type: 'string' },
      contact: { type: 'string' },
      title: { type: 'string' },
      'title-de': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [name, ...more] = positionals;
  const { help, path, ...options } = values;
  if (help || name === undefined || path === undefined || more.length > 0) {
    console.log(USAGE);
    process.exitCode = help ? 0 : 2;
    return;
  }
  const files = await newRemote(ROOT, describeRemote(name, { path, ...options }));
  console.log(files.map((file) => `  ${file}`).join('\n'));
  if (options['title-de'] === undefined)
    console.log(`Its title in German is in ${name}/src/messages/de.json.`);
  console.log(`${name} was created. Next: npm test -w ${name}, then docs/new-remote.md`);
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof NewRemoteError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  if (!isExpected) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
