import { ConfigError } from './config-reader.ts';

/**
 * Why the product does not start, written for the operator: what is wrong and what to do. Printed without a
 * stack.
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
 * What a command prints on the error that ended it: the operator's own words if the reason is known, else the error
 * itself, which the console prints with its stack.
 */
export function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof StartError) return `${error.message}\n${error.remedy}`;
  return error;
}
