const collator = new Intl.Collator('en', { numeric: true });

/** The order in which names of tables and connections are listed: `dept_2` before `dept_10`, whatever the language. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
