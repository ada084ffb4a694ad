import type { ColumnKind } from '../../contract/catalog.ts';
import type { IconComponent } from '../icons/create-icon.tsx';
import {
  IconBool,
  IconCalendar,
  IconClock,
  IconCode,
  IconHash,
  IconJson,
  IconKey,
  IconText,
} from '../icons/icons.ts';

const ICONS: Record<ColumnKind, IconComponent> = {
  text: IconText,
  number: IconHash,
  boolean: IconBool,
  timestamp: IconClock,
  date: IconCalendar,
  time: IconClock,
  json: IconJson,
  list: IconJson,
  uuid: IconKey,
  binary: IconCode,
};

/** What kind of values a column holds, as an icon; `label` says it to readers. */
export function KindIcon({ kind, label }: { kind: ColumnKind; label?: string }) {
  const Icon = ICONS[kind];
  return <Icon size={14} label={label} />;
}
