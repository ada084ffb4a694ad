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

/** Returns an icon by name. A name from a newer remote that this shell doesn't know gets a generic icon. */
export const menuIcon = (name: string): IconComponent =>
  Object.hasOwn(icons, name) ? icons[name as MenuIcon] : icons.layers;
