/** SQL for values as people and sources write them. */

/** Every digit and no more: `2.0` is 2, and a small number has no exponent. */
export const floatText = (value: string) => `
  case
    when isnan(${value}) then 'NaN'
    when isinf(${value}) then if(${value} > 0, 'Infinity', '-Infinity')
    when abs(${value}) < 1e-4 and abs(${value}) >= 1e-14
      then rtrim(cast(cast(${value}::varchar as decimal(38,32)) as varchar), '0')
    else if(ends_with(${value}::varchar, '.0'), left(${value}::varchar, -2), ${value}::varchar)
  end`;

/** The engine leaves out the nought before the point where a type has no digit there. */
export const decimalText = (value: string, type: string) =>
  /^DECIMAL\((\d+),\1\)$/.test(type)
    ? `regexp_replace(${value}::varchar, '^(-?)[.]', '\\10.')`
    : `${value}::varchar`;

/** ISO 8601, with the era behind it as PostgreSQL writes it: `0044-03-15 BC`. */
export function momentText(value: string, type: string): string {
  const plain = `replace(${value}::varchar, ' (BC)', '')`;
  const era = `if(contains(${value}::varchar, '(BC)'), ' BC', '')`;
  if (type === 'DATE') return `${plain} || ${era}`;
  const iso = `replace(${plain}, ' ', 'T')`;
  return type === 'TIMESTAMP' ? `${iso} || ${era}` : `replace(${iso}, '+00', 'Z') || ${era}`;
}
