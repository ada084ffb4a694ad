/**
 * What no name may contain, for a class of a regular expression with the `u` flag: control characters, whatever breaks
 * a line, and what changes the direction of other text (bidi controls). A name is shown beside other words, in
 * subjects of mails above all, and must not change how they read.
 */
export const UNSEEN = '\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';

const some = new RegExp(`[${UNSEEN}]+`, 'u');
const all = new RegExp(`[${UNSEEN}]+`, 'gu');

export const hasUnseen = (text: string): boolean => some.test(text);

/** Returns a text from elsewhere, or from before names were checked, as one line that can stand beside other words. */
export const asSeen = (text: string): string => text.replaceAll(all, ' ');
