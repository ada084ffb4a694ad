/** A remote that doesn't exist yet, as somebody asked for it. */
export interface NewRemote {
  /** Of its folder, its package and what delivery publishes: `mf-reports`. */
  name: string;
  /** The address of its first page: `/w/:organizationId/reports`. */
  path: string;
  /** The frame around its pages. */
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

/** What was not said follows from the name, a title in German from the English one. */
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

/** `mf-report-templates` → `report-templates`: the folder of its first page, and that page's chunk. */
export const slugOf = (name: string): string => name.replace(/^mf-/, '');

/** `mf-report-templates` → `ReportTemplates` */
export const componentOf = (name: string): string =>
  slugOf(name).replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Outside of a workspace the address doesn't say who may come: whoever is signed in, unless it is said. */
function groupOf({ path, public: isPublic = false }: RemoteOptions): NewRemote['group'] {
  if (path.startsWith(WORKSPACE)) return 'workspace';
  return isPublic ? 'public' : 'standalone';
}

function asSentence(slug: string): string {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
