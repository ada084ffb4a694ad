import assert from 'node:assert/strict';
import { findCommand, type Command } from '../src/cli/command.ts';
import type { TestApi } from './test-api.ts';

/** Does a command of the operator's in the store of an API under test; answers what it prints. */
export async function operate(
  { connection, services }: TestApi,
  commands: readonly Command[],
  ...args: string[]
): Promise<string> {
  const { host, port, user, password, database } = connection;
  const address = new URL(`postgresql://localhost/${database}`);
  address.search = String(new URLSearchParams({ host: host!, port: String(port ?? 5432) }));
  [address.username, address.password] = [user!, String(password)];
  const found = findCommand(commands, args);
  assert.ok(found, args.join(' '));
  return found.command.run({ ...services.config, databaseUrl: address.href }, found.args);
}
