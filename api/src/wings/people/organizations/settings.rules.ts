import { isTimeZone, type WorkspaceChange, type WorkspaceSettings } from '@headwater/shared/contract';
import { Refusal } from '@headwater/base/refusals/refusal';

/** Throws unless there are such a time zone and such a currency. */
export function checkSettings({ timeZone, currency }: WorkspaceChange): void {
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    throw new Refusal('time_zone_unknown', {
      pointer: '/data/attributes/timeZone',
      values: { zone: timeZone },
    });
  if (typeof currency === 'string' && !currencies.has(currency))
    throw new Refusal('currency_unknown', { pointer: '/data/attributes/currency', values: { currency } });
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Returns the settings that really change. */
export function changesIn(former: WorkspaceSettings, change: WorkspaceChange): WorkspaceChange {
  const names = Object.keys(change) as (keyof WorkspaceChange)[];
  return Object.fromEntries(
    names.filter((name) => change[name] !== former[name]).map((name) => [name, change[name]]),
  );
}
