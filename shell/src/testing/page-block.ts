import type { PageBlock } from '@headwater/shared/contract';

export const NO_HASH = `sha384-${'0'.repeat(64)}`;
const remote = (name: string) => ({
  version: '1.2.3-abc',
  base: `/r/${name}/1.2.3-abc/`,
  entry: `/r/${name}/1.2.3-abc/remoteEntry.js`,
  sri: NO_HASH,
  owner: { team: `team of ${name}`, contact: `${name}@headwater.example` },
});

/** A page's block as delivery writes it, with all five remotes. */
export const pageBlock = (): PageBlock => ({
  composition: 'a0d28bbc7809',
  rev: 7,
  page: '5eaf00d05eaf00d0',
  shell: { version: '1.0.0-def', base: '/r/shell/1.0.0-def/' },
  remotes: Object.fromEntries(
    ['mf-auth', 'mf-workspace', 'mf-sources', 'mf-data', 'mf-superuser'].map((name) => [name, remote(name)]),
  ),
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
