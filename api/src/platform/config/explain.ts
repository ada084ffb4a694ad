import { inspect } from 'node:util';
import { ConfigError } from '@headwater/shared/contract';
import { StartError } from './start-error.ts';

/**
 * Returns what the operator reads when the product can't start or a command fails: no stack if the reason is
 * known.
 */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof StartError) return `${error.message}\n${error.remedy}`;
  return inspect(error);
}
