import { Type } from '@sinclair/typebox';
import { CSV_TEXTS, word } from '@headwater/shared/contract';

/** The parameter of everything that is CSV. Screens ask for `spreadsheet`, programs need nothing. */
export const textsParameter = {
  /**
   * `exact`: texts as they are. `spreadsheet`: one that a spreadsheet would run as a formula has an apostrophe in front. By
   * default, `exact`.
   */
  texts: Type.Optional(word(CSV_TEXTS)),
};
