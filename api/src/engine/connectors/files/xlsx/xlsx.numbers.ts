/** How many digits a number has that count. */
const digitsOf = (text: string) => text.replace(/^-?0*\.?0*|e.*$/gi, '').replace('.', '').length;
const isWhole = (text: string) => /^-?\d+$/.test(text);

/**
 * Writes a number of a file with the digits that it was meant with. Programs write up to 17, of which the last ones only
 * say how a computer comes near to 0.3: the same number has fewer. More than 17 come from no such program, and stay.
 */
export function storedNumber(text: string): string {
  const digits = digitsOf(text);
  return digits <= 15 || digits > 17 || isWhole(text) ? text : String(Number(text));
}

/** Writes a number among texts with the 15 digits that spreadsheets show. The digits of a whole number were all meant. */
export const shownNumber = (text: string): string =>
  digitsOf(text) <= 15 || isWhole(text) ? text : String(Number(Number(text).toPrecision(15)));
