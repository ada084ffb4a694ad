import { inspect } from 'node:util';
import { ConfigError } from '@headwater/shared/contract';
import { StartError } from './start-error.ts';

/** What an operator reads when the product can't start or a command can't be done: no stack where we know the reason. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof StartError) return `${error.message}\n${error.remedy}`;
  return inspect(error);
}
