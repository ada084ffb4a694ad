import type { ColumnKind } from '../../contract/ground/column.ts';
import { createIcon, type IconComponent } from '../icons/create-icon.tsx';
import { IconBool, IconCalendar, IconClock, IconCode, IconHash, IconJson, IconText } from '../icons/icons.ts';

const IconId = /* @__PURE__ */ createIcon('M4 4.5v7M7.5 4.5h1.6a3.5 3.5 0 0 1 0 7H7.5z');

const ICONS: Record<ColumnKind, IconComponent> = {
  text: IconText,
  number: IconHash,
  boolean: IconBool,
  timestamp: IconClock,
  date: IconCalendar,
  time: IconClock,
  json: IconJson,
  list: IconJson,
  uuid: IconId,
  binary: IconCode,
};

/** An icon for the kind of values in a column; `label` names it for screen readers. */
export function KindIcon({ kind, label }: { kind: ColumnKind; label?: string }) {
  const Icon = ICONS[kind];
  return <Icon size={14} label={label} />;
}
