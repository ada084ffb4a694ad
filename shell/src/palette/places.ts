import { may, type Permission, type Role, type SearchHit } from '@headwater/shared/contract';
import { useFormat, useLanguage } from '@headwater/shared/messages';
import { TEMPLATES } from '@headwater/shared/report-templates';
import { paths, useLocation } from '@headwater/shared/routing';
import { useSignedIn } from '@headwater/shared/session';
import {
  IconCode,
  IconColumns,
  IconData,
  IconKey,
  IconReports,
  IconSettings,
  IconSources,
  IconTemplates,
  IconTools,
  type IconComponent,
} from '@headwater/shared/ui/icons';
import { menuIcon } from '../layouts/menu-icons.ts';
import { menuOf } from '../remotes/menu.ts';
import { messages } from './messages.ts';
import { visitsOf } from './visits.ts';

/** Somewhere to go, or something to do. */
export interface Place {
  key: string;
  name: string;
  /** Where it is. */
  hint: string;
  icon: IconComponent;
  /** Where it leads. */
  to?: string;
  /** Does it, instead of leading somewhere. */
  act?(): void;
}

/** Pages that no menu leads to directly. */
const PAGES = [
  ['file_import', 'sources:edit', IconTools, (id: string) => paths.fileImport(id)],
  ['profiler', 'data:read', IconTools, (id: string) => paths.profiler(id)],
  ['pii_scanner', 'data:read', IconTools, (id: string) => paths.piiScanner(id)],
  ['compare', 'data:read', IconTools, (id: string) => paths.compare(id)],
  ['duplicate_finder', 'data:read', IconTools, (id: string) => paths.duplicateFinder(id)],
  ['join_builder', 'data:read', IconTools, (id: string) => paths.joinBuilder(id)],
  ['json_flattener', 'data:read', IconTools, (id: string) => paths.jsonFlattener(id)],
  ['connect', 'service_accounts:read', IconTools, (id: string) => paths.connect(id)],
  ['members', 'members:read', IconSettings, (id: string) => paths.memberSettings(id)],
  ['notifications', 'notifications:edit', IconSettings, (id: string) => paths.notificationSettings(id)],
  ['audit_log', 'audit:read', IconSettings, (id: string) => paths.auditLog(id)],
  ['share_links', 'share_links:read', IconSettings, (id: string) => paths.shareLinks(id)],
  ['usage', 'workspace:read', IconSettings, (id: string) => paths.usage(id)],
] as const satisfies readonly (readonly [string, Permission, IconComponent, (id: string) => string])[];

/** Returns the pages of the workspace that the role may open, and the report templates. */
export function usePages(
  organizationId: string,
  role: Role | undefined,
): { pages: Place[]; templates: Place[] } {
  const t = messages.use();
  const language = useLanguage();
  const menu = menuOf('workspace', role).map(({ path, icon, label }) => {
    const to = path.replace(':organizationId', organizationId);
    return { key: to, name: label[language] ?? label.en ?? to, hint: '', icon: menuIcon(icon), to };
  });
  const others = PAGES.filter(([, permission]) => role && may(role, permission)).map(
    ([name, , icon, to]) => ({
      key: name,
      name: t(`palette.page.${name}`),
      hint: '',
      icon,
      to: to(organizationId),
    }),
  );
  const templates = TEMPLATES.map(({ slug, name }) => ({
    key: slug,
    name: name[language],
    hint: '',
    icon: IconTemplates,
    to: paths.reportTemplate(organizationId, slug),
  }));
  return { pages: [...menu, ...others], templates };
}

/** What the addresses of things look like. */
const THINGS: readonly (readonly [RegExp, IconComponent])[] = [
  [/\/source-connections\/[^/]+$/, IconSources],
  [/\/data\/[^/]+\/[^/]+$/, IconData],
  [/\/reports\/[^/]+$/, IconReports],
  [/\/sql-editor\?query=/, IconCode],
  [/\/service-accounts\/[^/]+$/, IconKey],
];

/** How many visits are shown. */
const VISITS_SHOWN = 4;

/** Returns what the user has looked at lately in this workspace, except for what is on screen. */
export function useRecent(organizationId: string): Place[] {
  const t = messages.use();
  const { relative } = useFormat();
  const { email } = useSignedIn();
  const { pathname, search } = useLocation();
  return visitsOf(email)
    .filter(({ path }) => path.startsWith(`${paths.workspace(organizationId)}/`))
    .filter(({ path }) => path !== pathname && !`${pathname}${search}`.startsWith(path))
    .slice(0, VISITS_SHOWN)
    .map(({ path, name, at }) => ({
      key: `recent ${path}`,
      name,
      hint: t('palette.opened', { when: relative(at) }),
      icon: THINGS.find(([pattern]) => pattern.test(path))?.[1] ?? IconData,
      to: path,
    }));
}

const ICONS: Record<SearchHit['kind'], IconComponent> = {
  connection: IconSources,
  table: IconData,
  column: IconColumns,
  report: IconReports,
  saved_query: IconCode,
  service_account: IconKey,
};

/** Returns what says what is known about a hit: where it is, when it was changed, or when it's read next. */
export function useHints() {
  const t = messages.use();
  const { relative } = useFormat();
  const nextRun = ({ nextRunAt, isPaused }: SearchHit) => {
    if (isPaused) return t('palette.paused');
    // A run that is due may have begun.
    return nextRunAt !== null && Date.parse(nextRunAt) > Date.now()
      ? t('palette.next_run', { when: relative(nextRunAt) })
      : null;
  };
  const hintOf = (hit: SearchHit) => {
    const { kind, sourceConnectionName, tableName, rows, changedAt } = hit;
    const parts = {
      connection: () => [nextRun(hit)],
      table: () => [sourceConnectionName, rows === null ? null : t('palette.rows', { rows })],
      column: () => [sourceConnectionName, tableName],
      report: () => [changedAt && t('palette.changed', { when: relative(changedAt) })],
      saved_query: () => [changedAt && t('palette.changed', { when: relative(changedAt) })],
      service_account: () => [],
    }[kind]();
    return parts.filter(Boolean).join(', ');
  };
  return { hintOf, nextRun };
}

/** Returns where a hit of the search leads. */
export function placeOf(organizationId: string, hit: SearchHit, hint: string): Place {
  const { kind, id, name, sourceConnectionId: source, tableName } = hit;
  const table = paths.table(organizationId, source ?? '', tableName ?? '');
  const to = {
    connection: () => paths.sourceConnection(organizationId, id),
    table: () => table,
    column: () => `${table}?${new URLSearchParams({ tab: 'columns', column: name })}`,
    report: () => paths.report(organizationId, id),
    saved_query: () => paths.sqlEditor(organizationId, { query: id }),
    service_account: () => paths.serviceAccount(organizationId, id),
  }[kind]();
  return { key: `${kind} ${id}`, name, hint, icon: ICONS[kind], to };
}
