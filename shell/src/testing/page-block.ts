import type { Area, Audience, PageBlock, PageRemote } from '@headwater/shared/contract';

export const NO_HASH = `sha384-${'0'.repeat(64)}`;
type Place = Pick<PageRemote, 'areas' | 'menu'>;

const remote = (name: string, { areas, menu }: Place): PageRemote => ({
  version: '1.2.3-abc',
  base: `/r/${name}/1.2.3-abc/`,
  entry: `/r/${name}/1.2.3-abc/remoteEntry.js`,
  sri: NO_HASH,
  owner: { team: `team of ${name}`, contact: `${name}@headwater.example` },
  areas,
  menu,
});

const area = (group: Area['group'], mount: string): Area => ({ group, mount, paths: [mount] });
const pages = (group: Area['group'], audience: Audience, ...paths: string[]): Area => ({
  group,
  audience,
  mount: '/',
  paths,
});
const SOURCES = '/w/:organizationId/source-connections';
const DATA = '/w/:organizationId/data';

/** All five remotes with the areas and menu entries of their own `package.json`. */
const PLACES: Record<string, Place> = {
  'mf-auth': {
    areas: [
      pages('public', 'everyone', '/oauth-redirects', '/request-password-reset', '/reset-password'),
      pages('public', 'signed-out', '/login'),
      pages('public', 'without-account', '/signup'),
      pages('standalone', 'everyone', '/confirm-email', '/demo-login'),
    ],
    menu: [],
  },
  'mf-data': {
    areas: [area('workspace', DATA)],
    menu: [
      {
        place: 'workspace',
        order: 20,
        icon: 'data',
        path: DATA,
        label: { en: 'Data', de: 'Daten' },
        permission: 'data:read',
      },
    ],
  },
  'mf-sources': {
    areas: [area('workspace', SOURCES)],
    menu: [
      {
        place: 'workspace',
        order: 10,
        icon: 'sources',
        path: SOURCES,
        label: { en: 'Source connections', de: 'Datenquellen' },
        permission: 'sources:read',
      },
    ],
  },
  'mf-superuser': {
    areas: [area('superuser', '/superuser')],
    menu: [
      {
        place: 'superuser',
        order: 10,
        icon: 'building',
        path: '/superuser/organizations',
        label: { en: 'Organizations', de: 'Organisationen' },
      },
      {
        place: 'superuser',
        order: 20,
        icon: 'users',
        path: '/superuser/users',
        label: { en: 'Users', de: 'Benutzer' },
      },
    ],
  },
  'mf-workspace': { areas: [pages('standalone', 'signed-in', '/create-workspace')], menu: [] },
};

/** Returns a page's block as delivery writes it. */
export const pageBlock = (): PageBlock => ({
  composition: 'a0d28bbc7809',
  rev: 7,
  page: '5eaf00d05eaf00d0',
  shell: { version: '1.0.0-def', base: '/r/shell/1.0.0-def/' },
  remotes: Object.fromEntries(Object.entries(PLACES).map(([name, place]) => [name, remote(name, place)])),
  sri: { '/r/shell/1.0.0-def/main.js': NO_HASH },
  language: 'en',
  supportEmail: 'help@finch-outdoor.com',
  sentryDsn: null,
});

/** Puts the block where the shell looks for it. */
export function writePageBlock(given: Partial<PageBlock> = {}) {
  const script = Object.assign(document.createElement('script'), {
    type: 'application/json',
    id: 'headwater',
  });
  script.textContent = JSON.stringify({ ...pageBlock(), ...given });
  document.head.append(script);
}
