/**
 * What a spreadsheet may take for the beginning of a formula, in ASCII and in full width: a pattern for JavaScript and
 * for the engine.
 */
export const FORMULA = String.raw`^[=+\-@\t\r\n\x00＝＋－＠]`;

const pattern = new RegExp(FORMULA);

/** Returns whether a spreadsheet may run a text as a formula. */
export const isFormula = (text: string): boolean => pattern.test(text);
