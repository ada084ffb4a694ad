import { explain, StartError } from '@headwater/shared/contract';
import { findCommand, type Command } from './cli/command.ts';
import { demoCodeCommands } from './cli/demo-code.command.ts';
import { invitationCommands } from './cli/invitation.command.ts';
import { mailCommands } from './cli/mail.command.ts';
import { superuserCommands } from './cli/superuser.command.ts';
import { readConfig } from './platform/config/config.ts';

const commands: readonly Command[] = [
  ...superuserCommands,
  ...invitationCommands,
  ...demoCodeCommands,
  ...mailCommands,
];

const width = Math.max(...commands.map(({ words }) => words.length));
const USAGE = `Usage:
${commands.map(({ words, about }) => `  npm run operate -- ${words.padEnd(width)}   ${about}`).join('\n')}

Works while the product is running. Reads the same HEADWATER_DATA and DATABASE_URL.`;

/** Runs one command and returns what to print. */
async function operate(args: readonly string[]): Promise<string> {
  if (args.length === 0 || args.includes('--help')) return USAGE;
  const found = findCommand(commands, args);
  if (!found) throw new StartError(`Not a command: ${args.join(' ')}`, USAGE);
  return found.command.run(readConfig(), found.args);
}

try {
  console.log(await operate(process.argv.slice(2)));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
