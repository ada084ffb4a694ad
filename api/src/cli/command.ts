import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { openOperatorStore } from '../platform/database/operator-store.ts';

export interface Arguments {
  /** Keyed by the names in `words`: `<email>` → `email`. */
  readonly named: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
}

/** A command for the operator. */
export interface Command {
  /** The command's words and arguments, such as `superuser grant <email>`. */
  readonly words: string;
  /** What it does, in one line. */
  readonly about: string;
  readonly options?: ParseArgsOptionsConfig;
  /** Returns what to print. */
  run(config: Config, args: Arguments): Promise<string>;
}

/** Returns the command that the arguments name, with its arguments, or undefined if they name none. */
export function findCommand(
  commands: readonly Command[],
  args: readonly string[],
): { command: Command; args: Arguments } | undefined {
  for (const command of commands) {
    const parsed = parse(command, args);
    if (parsed) return { command, args: parsed };
  }
  return undefined;
}

function parse({ words, options = {} }: Command, args: readonly string[]): Arguments | undefined {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  if (tokens.some((token) => token.kind === 'option' && !Object.hasOwn(options, token.name)))
    return undefined;
  const wanted = words.split(' ');
  if (wanted.length !== positionals.length) return undefined;
  const named = new Map<string, string>();
  for (const [index, word] of wanted.entries()) {
    const given = positionals[index]!;
    if (word.startsWith('<')) named.set(word.slice(1, -1), given);
    else if (word !== given) return undefined;
  }
  return { named: Object.fromEntries(named), options: values };
}

/** Runs `work` with the store open, whether or not the product is running. */
export async function withStore<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const store = await openOperatorStore(config);
  try {
    return await work(store.database);
  } finally {
    await store.close();
  }
}
