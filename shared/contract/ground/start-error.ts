import { ConfigError } from './config-reader.ts';

/**
 * Why the product can't start, written for the operator: what is wrong and what to do. Printed without a stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly remedy: string;
  constructor(problem: string, remedy: string, options?: ErrorOptions) {
    super(problem, options);
    this.remedy = remedy;
  }
}

/**
 * Returns what a command prints for the error that ended it: the message for the operator if the reason is known, else
 * the error itself, which the console prints with its stack trace.
 */
export function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof StartError) return `${error.message}\n${error.remedy}`;
  return error;
}
