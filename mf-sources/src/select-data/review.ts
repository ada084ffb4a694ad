import type { CatalogStream, StreamSettings } from '@headwater/shared/contract';
import type { Selection } from './selection.ts';
import { hidesMore, replacesRows, startsOver, type SettingsChanges } from './settings-changes.ts';
import { wayOf, type Way } from './ways.ts';

/** A setting that changes. The two modes are shown as one: the way in which the table is kept. */
export type Difference =
  | { setting: 'way'; before: Way; after: Way }
  | {
      [S in OtherSetting]: { setting: S; before: StreamSettings[S]; after: StreamSettings[S] };
    }[OtherSetting];

type OtherSetting = Exclude<keyof StreamSettings, 'syncMode' | 'destinationSyncMode'>;

/** Tables where the same settings change in the same way. */
export interface DifferentTables {
  tables: CatalogStream[];
  differences: Difference[];
}

interface Review {
  added: CatalogStream[];
  removed: CatalogStream[];
  settings: DifferentTables[];
  /** Tables that the next sync reads from scratch. */
  startOver: CatalogStream[];
  /** Those of them with rows that the source may not have anymore. */
  replaced: CatalogStream[];
  /** Tables whose earlier versions show values that will be masked. */
  unmasked: CatalogStream[];
}

/** Returns what a save changes, and what it does to tables that have been loaded. */
export function reviewOf(
  streams: readonly CatalogStream[],
  { selection, settings }: { selection: Selection; settings: SettingsChanges },
): Review {
  const review: Review = {
    added: [],
    removed: [],
    settings: [],
    startOver: [],
    replaced: [],
    unmasked: [],
  };
  const groups = new Map<string, DifferentTables>();
  for (const stream of streams) {
    const isSelected = selection.has(stream.tableName);
    if (isSelected !== stream.selected) review[isSelected ? 'added' : 'removed'].push(stream);
    const change = settings.get(stream.tableName);
    if (!change) continue;
    const differences = differencesOf(stream, change.now, change.before);
    const key = JSON.stringify(differences);
    const group = groups.get(key);
    if (group) group.tables.push(stream);
    else groups.set(key, { tables: [stream], differences });
    if (stream.isLoaded && hidesMore(change)) review.unmasked.push(stream);
    if (!isSelected) continue;
    if (startsOver(stream, change)) review.startOver.push(stream);
    if (replacesRows(stream, change)) review.replaced.push(stream);
  }
  return { ...review, settings: [...groups.values()] };
}

function differencesOf(
  stream: CatalogStream,
  now: Partial<StreamSettings>,
  before: Partial<StreamSettings>,
): Difference[] {
  const { syncMode: _, destinationSyncMode: __, ...others } = now;
  const way = { setting: 'way', before: wayOf(stream), after: wayOf({ ...stream, ...now }) } as const;
  const differences = (Object.keys(others) as OtherSetting[]).map(
    (setting) => ({ setting, before: before[setting], after: now[setting] }) as Difference,
  );
  return way.before === way.after ? differences : [way, ...differences];
}
