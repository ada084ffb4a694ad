import { paths } from '@headwater/shared/routing';
import {
  createIcon,
  IconColumns,
  IconJson,
  IconLayers,
  IconPulse,
  IconShield,
  IconUpload,
  type IconComponent,
} from '@headwater/shared/ui/icons';

export const IconTerminal = /* @__PURE__ */ createIcon(
  'M3 2.75h10a1.25 1.25 0 0 1 1.25 1.25v8A1.25 1.25 0 0 1 13 13.25H3A1.25 1.25 0 0 1 1.75 12V4A1.25 1.25 0 0 1 3 2.75zM4.5 6l2 2-2 2M8.25 10.25h3',
);

const IconJoin = /* @__PURE__ */ createIcon(
  'M6 3.25a4.75 4.75 0 1 0 0 9.5 4.75 4.75 0 0 0 0-9.5zM10 3.25a4.75 4.75 0 1 0 0 9.5 4.75 4.75 0 0 0 0-9.5z',
);

const IconPlug = /* @__PURE__ */ createIcon(
  'M5.75 1.75v3.5M10.25 1.75v3.5M3.75 5.25h8.5v2.5a4.25 4.25 0 0 1-8.5 0zM8 12v2.25',
);

/** What people want to do, in the order in which the gallery has it. */
export const INTENTS = ['bring_in', 'understand', 'combine', 'clean', 'check', 'connect'] as const;

export type ToolSlug =
  | 'compare'
  | 'connect'
  | 'duplicate-finder'
  | 'file-import'
  | 'join-builder'
  | 'json-flattener'
  | 'pii-scanner'
  | 'profiler'
  | 'sql-editor';

interface Tool {
  slug: ToolSlug;
  intent: (typeof INTENTS)[number];
  icon: IconComponent;
  path(organizationId: string): string;
}

/** The tools that the gallery shows. A tool is a folder, and a route of its own. */
export const TOOLS: readonly Tool[] = [
  { slug: 'file-import', intent: 'bring_in', icon: IconUpload, path: (id) => paths.fileImport(id) },
  { slug: 'sql-editor', intent: 'understand', icon: IconTerminal, path: (id) => paths.sqlEditor(id) },
  { slug: 'profiler', intent: 'understand', icon: IconPulse, path: (id) => paths.profiler(id) },
  { slug: 'pii-scanner', intent: 'check', icon: IconShield, path: (id) => paths.piiScanner(id) },
  { slug: 'join-builder', intent: 'combine', icon: IconJoin, path: (id) => paths.joinBuilder(id) },
  { slug: 'json-flattener', intent: 'combine', icon: IconJson, path: (id) => paths.jsonFlattener(id) },
  { slug: 'duplicate-finder', intent: 'clean', icon: IconLayers, path: (id) => paths.duplicateFinder(id) },
  { slug: 'compare', intent: 'check', icon: IconColumns, path: (id) => paths.compare(id) },
  { slug: 'connect', intent: 'connect', icon: IconPlug, path: (id) => paths.connect(id) },
];
