/**
 * A validation rule, defined once: forms call `.test`, and so does the API once the shape is checked.
 * `code` names the rule on the wire and in the message catalogs; `message` is its English text.
 */
export interface Rule {
  readonly code: string;
  readonly message: string;
  test(value: string): boolean;
}

/** Returns the first rule that `value` breaks, in the order in which people should read about them. */
export function firstBroken(rules: readonly Rule[], value: string): Rule | undefined {
  return rules.find((rule) => !rule.test(value));
}
