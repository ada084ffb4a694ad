const CLASSES: readonly RegExp[] = [
  /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$|^(FLOAT|DOUBLE)$|^DECIMAL\(/,
  /^(DATE$|TIMESTAMP)/,
  /^(VARCHAR|JSON)$/,
];

interface Operand {
  sql: string;
  type: string;
}

/**
 * Returns SQL of two values for a comparison with `=`. Values of types that have nothing in common, such as a number and a
 * text, are the same if they read the same.
 */
export function joinOperands(left: Operand, right: Operand): readonly [string, string] {
  const isAlike =
    left.type === right.type ||
    CLASSES.some((pattern) => pattern.test(left.type) && pattern.test(right.type));
  return isAlike ? [left.sql, right.sql] : [`cast(${left.sql} as varchar)`, `cast(${right.sql} as varchar)`];
}
