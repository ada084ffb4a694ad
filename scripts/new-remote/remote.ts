/** A remote that doesn't exist yet, as requested. */
export interface NewRemote {
  /** The name of its folder, its package, and what delivery publishes: `mf-forecasts`. */
  name: string;
  /** The path of its first page: `/w/:organizationId/forecasts`. */
  path: string;
  /** The layout of its pages. */
  group: 'workspace' | 'standalone' | 'public';
  team: string;
  contact: string;
  title: { en: string; de: string };
}

export interface RemoteOptions {
  path: string;
  public?: boolean;
  team?: string;
  contact?: string;
  title?: string;
  'title-de'?: string;
}

const WORKSPACE = '/w/:organizationId/';

/** Fills in missing options from the name, and the German title from the English one. */
export function describeRemote(name: string, options: RemoteOptions): NewRemote {
  const team = options.team ?? slugOf(name);
  const title = options.title ?? asSentence(slugOf(name));
  return {
    name,
    path: options.path,
    group: groupOf(options),
    team,
    contact: options.contact ?? `${team}@headwater.example`,
    title: { en: title, de: options['title-de'] ?? title },
  };
}

/** `mf-report-templates` → `report-templates`: the folder and the chunk of its first page. */
export const slugOf = (name: string): string => name.replace(/^mf-/, '');

/** `mf-report-templates` → `ReportTemplates` */
export const componentOf = (name: string): string =>
  slugOf(name).replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Outside of a workspace, the path doesn't determine who may open it. By default, it is for signed-in users.
 */
function groupOf({ path, public: isPublic = false }: RemoteOptions): NewRemote['group'] {
  if (path.startsWith(WORKSPACE)) return 'workspace';
  return isPublic ? 'public' : 'standalone';
}

function asSentence(slug: string): string {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
