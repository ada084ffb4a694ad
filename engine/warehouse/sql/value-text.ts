/** SQL that writes values as people and sources do. */
import { isMoment } from '@headwater/shared/contract/plain';

/** Returns SQL for a number with all its digits and no others: `2.0` becomes 2. From 1e-14 on without an exponent. */
export const floatText = (value: string) => `
  case
    when isnan(${value}) then 'NaN'
    when isinf(${value}) then if(${value} > 0, 'Infinity', '-Infinity')
    when abs(${value}) < 1e-4 and abs(${value}) >= 1e-14
      then rtrim(cast(cast(${value}::varchar as decimal(38,32)) as varchar), '0')
    else if(ends_with(${value}::varchar, '.0'), left(${value}::varchar, -2), ${value}::varchar)
  end`;

/**
 * Returns SQL for a list as JSON, which has no NaN and no infinity: they are texts. The engine would also write a FLOAT with
 * the digits of a DOUBLE, and moments in its own notation.
 */
export function listText(value: string, type: string): string {
  if (isMoment({ type: elementOf(type) })) return `to_json(${momentTexts(value, type)})::varchar`;
  if (!/^(FLOAT|DOUBLE)\[\]$/.test(type)) return validJson(`to_json(${value})::varchar`, type);
  const text = floatText('one');
  return `to_json(list_transform(${value}, lambda one: if(isfinite(one), ${text}::json, to_json(${text}))))::varchar`;
}

const elementOf = (type: string) => type.replace(/\[\]$/, '');

/** Returns SQL for a list of moments as one of texts. */
export const momentTexts = (value: string, type: string): string =>
  `list_transform(${value}, lambda one: ${momentText('one', elementOf(type))})`;

/**
 * Returns SQL for a value of a type with parts that the engine has written as JSON: it writes NaN and infinity as if JSON
 * had them, and they become texts. `json` is SQL for text.
 */
export function validJson(json: string, type: string): string {
  if (!/FLOAT|DOUBLE|VARIANT|JSON/.test(type)) return json;
  const parts = `regexp_extract_all(written, '"(?:[^"\\\\]|\\\\.)*"|[^"]+')`;
  const valid = `if(starts_with(part, '"'), part, regexp_replace(part, '-?(NaN|Infinity)', '"\\0"', 'g'))`;
  const whole = `array_to_string(list_transform(${parts}, lambda part: ${valid}), '')`;
  return `list_transform([${json}], lambda written: if(contains(written, 'NaN') or contains(written, 'Infinity'), ${whole}, written))[1]`;
}

/** Returns SQL for a decimal. The engine omits the zero before the point if the type has no digits there. */
export const decimalText = (value: string, type: string) =>
  /^DECIMAL\((\d+),\1\)$/.test(type)
    ? `regexp_replace(${value}::varchar, '^(-?)[.]', '\\10.')`
    : `${value}::varchar`;

/** Of any precision. Only queries make others than microseconds. */
const WITHOUT_ZONE = /^TIMESTAMP(_(S|MS|NS))?$/;

/** Returns SQL for ISO 8601, followed by the era as PostgreSQL writes it: `0044-03-15 BC`. */
export function momentText(value: string, type: string): string {
  if (type === 'DATE') return withEra(`${value}::varchar`, '');
  if (WITHOUT_ZONE.test(type)) return withEra(`replace(${value}::varchar, ' ', 'T')`, '');
  // The engine takes several times as long to write an instant, in any zone, as a time without one.
  const wall = `make_timestamp(epoch_us(${value}))::varchar`;
  return `if(isfinite(${value}), ${withEra(`replace(${wall}, ' ', 'T')`, 'Z')}, ${value}::varchar)`;
}

/** The engine writes `0044-03-15 (BC) 12:00:00`, in which spaces may be a `T` by now. */
const withEra = (text: string, zone: string) => `
  if(contains(${text}, '(BC)'), replace(replace(${text}, 'T(BC)', ''), ' (BC)', '') || '${zone} BC', ${text} || '${zone}')`;

/** Returns a day or a moment as the engine reads it, which has the era in another place. */
export const engineText = (text: string): string => text.replace(/^([\d-]+)(.*) BC$/, '$1 (BC)$2');
