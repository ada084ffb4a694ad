import { localeOf } from '@headwater/shared/contract/plain';
import type { PressStyle } from './messages.ts';
import { wordsIn, type Words } from './words.ts';

/** How everything in a file is written. */
export interface Pen extends PressStyle {
  readonly words: Words;
  time(iso: string): string;
  number(value: number): string;
}

export function penFor(style: PressStyle): Pen {
  const locale = localeOf(style.language);
  const times = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: style.timeZone,
  });
  const numbers = new Intl.NumberFormat(locale);
  return {
    ...style,
    words: wordsIn(style.language),
    time: (iso) => times.format(new Date(iso)),
    number: (value) => numbers.format(value),
  };
}
