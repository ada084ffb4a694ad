import { chartPhrases, type ChartPhrases, type ColumnPhrases } from '@headwater/shared/charts';
import { localeOf } from '@headwater/shared/contract/plain';
import type { PressStyle } from './messages.ts';
import { sayIn, type Say } from './say.ts';

/** How everything in a file is written. */
export interface Pen extends PressStyle {
  readonly say: Say;
  readonly phrases: ChartPhrases & ColumnPhrases;
  time(iso: string): string;
}

export function penFor(style: PressStyle): Pen {
  const times = new Intl.DateTimeFormat(localeOf(style.language), {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: style.timeZone,
  });
  const say = sayIn(style.language);
  return {
    ...style,
    say,
    phrases: chartPhrases(say),
    time: (iso) => times.format(new Date(iso)),
  };
}
