const collator = new Intl.Collator('en', { numeric: true });

/** Compares names of tables and connections for sorting: `dept_2` before `dept_10`, in every language. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
