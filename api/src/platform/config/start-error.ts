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
