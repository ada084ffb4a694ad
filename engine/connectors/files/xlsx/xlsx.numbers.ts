/** How many digits a number has that count. */
function digitsOf(text: string): number {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > DIGIT_9) break; // An exponent.
    if (code >= DIGIT_0 && (code > DIGIT_0 || digits > 0)) digits += 1;
  }
  return digits;
}
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

const isWhole = (text: string) => /^-?\d+$/.test(text);

/**
 * Writes a number of a file with the digits that it was meant with. Programs write up to 17, of which the last ones only
 * say how a computer comes near to 0.3: the same number has fewer. More than 17 come from no such program, and stay.
 */
export function storedNumber(text: string): string {
  if (text.length <= 15) return text;
  const digits = digitsOf(text);
  return digits <= 15 || digits > 17 || isWhole(text) ? text : String(Number(text));
}

/** Writes a number among texts with the 15 digits that spreadsheets show. The digits of a whole number were all meant. */
export const shownNumber = (text: string): string =>
  digitsOf(text) <= 15 || isWhole(text) ? text : String(Number(Number(text).toPrecision(15)));
