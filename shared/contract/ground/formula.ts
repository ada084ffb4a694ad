import type { CSV_TEXTS } from './words.ts';

/** How texts leave in CSV. */
export type CsvTexts = (typeof CSV_TEXTS)[number];

/** What follows digits so that a sign begins neither a number nor a phone number: `+49 170`, `-0.5 %`, and `-1e-5` are no formulas. */
const NO_NUMBER = String.raw`([^\d .,eE%]|%[\s\S]|[eE]([+\-]?([^\d+\-]|$|\d+\D)|[+\-]{2}))`;

/**
 * What a spreadsheet may run as a formula, in ASCII and in full width: a pattern for JavaScript and for the engine. A sign
 * before a plain number, or alone, isn't one.
 */
export const FORMULA = String.raw`^([=@\t\r\n\x00＝＋－＠]|[+\-][\d .,]*${NO_NUMBER})`;

const pattern = new RegExp(FORMULA);

/** Returns whether a spreadsheet may run a text as a formula. */
export const isFormula = (text: string): boolean => pattern.test(text);
