import assert from 'node:assert/strict';
import { findCommand, type Command } from '../src/cli/command.ts';
import type { TestApi } from './test-api.ts';

/** Runs an operator's command in the store of an API under test, and returns its output. */
export async function operate(
  { connection, services }: TestApi,
  commands: readonly Command[],
  ...args: string[]
): Promise<string> {
  const { host, port, user, password, database } = connection;
  const url = new URL(`postgresql://localhost/${database}`);
  url.search = String(new URLSearchParams({ host: host!, port: String(port ?? 5432) }));
  [url.username, url.password] = [user!, String(password)];
  const found = findCommand(commands, args);
  assert.ok(found, args.join(' '));
  return found.command.run({ ...services.config, databaseUrl: url.href }, found.args);
}
