import type { MenuIcon } from '@headwater/shared/contract';
import {
  IconBuilding,
  IconCalendar,
  IconData,
  IconHistory,
  IconKey,
  IconLayers,
  IconReports,
  IconSettings,
  IconSources,
  IconTemplates,
  IconTools,
  IconUsers,
  type IconComponent,
} from '@headwater/shared/ui/icons';

const icons: Record<MenuIcon, IconComponent> = {
  sources: IconSources,
  data: IconData,
  reports: IconReports,
  templates: IconTemplates,
  tools: IconTools,
  key: IconKey,
  users: IconUsers,
  building: IconBuilding,
  calendar: IconCalendar,
  history: IconHistory,
  settings: IconSettings,
  layers: IconLayers,
};

/** A name that a newer remote knows and this shell doesn't is drawn as an area in general. */
export const menuIcon = (name: string): IconComponent =>
  Object.hasOwn(icons, name) ? icons[name as MenuIcon] : icons.layers;
