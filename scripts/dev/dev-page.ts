import type { PageBlock, PageRemote } from '@headwater/shared/contract';
import { inScript } from 'delivery';
import { devBase, ENTRY } from './dev-build.ts';

/** What a page of the target loads instead. */
export interface DevBuilds {
  /** The hash of the shell's development build, by which an open page learns that there is a newer one. */
  shell: string;
  /** `sri` is the current entry's hash. */
  remotes: readonly ({ name: string } & Pick<PageRemote, 'owner' | 'areas' | 'menu' | 'sri'>)[];
}

/** Thrown if the page isn't what this checkout's delivery writes. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly statusCode = 502;
}

const BLOCK = /(<script type="application\/json" id="headwater"[^>]*>)(.*?)(<\/script>)/s;
const BOOT = /<script nonce="([^"]+)">.*?<\/script>\n?/s;
const LOADED = /<(?:script|link)\b[^>]*?\s(?:src|href)="(\/r\/[^"]*)"[^>]*>(?:<\/script>)?\n?/g;

/**
 * React looks for this hook when it starts, and Fast Refresh, which is loaded later with the remote, finds
 * React through it. React's developer tools provide their own.
 */
const REFRESH_HOOK = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(), supportsFiber: true,
  inject(renderer) { const id = this.renderers.size + 1; this.renderers.set(id, renderer); return id; },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
};`;

/**
 * Changes a page of the deployed product to use the development builds of the shell and some remotes. Other
 * remotes keep their versions and hashes, and the page keeps its policy: what is added has the page's own
 * nonce.
 */
export function devPage(html: string, builds: DevBuilds): string {
  const [, start = '', json = '', end = ''] = BLOCK.exec(html) ?? [];
  const [boot = '', nonce = ''] = BOOT.exec(html) ?? [];
  if (json === '' || nonce === '') {
    throw new PageError(
      'The page has no "headwater" block or no first script: the target runs another version of Headwater than this checkout.',
    );
  }
  const block = JSON.parse(json) as PageBlock;
  const replaced = [block.shell, ...builds.remotes.map(({ name }) => block.remotes[name])]
    .filter((record) => record !== undefined)
    .map(({ base }) => base);
  const isReplaced = (url: string) => replaced.some((base) => url.startsWith(base));
  return html
    .replace(BLOCK, () => start + inScript(devBlock(block, builds, isReplaced)) + end)
    .replace(LOADED, (tag, url: string) => (isReplaced(url) ? '' : tag))
    .replace(boot, () => `${boot}${devScripts(nonce, builds)}\n`);
}

/**
 * Failures are shown in the terminal and not reported anywhere. The shell's version stays, so that open tabs
 * still learn of a newer shell of the target.
 */
function devBlock(
  block: PageBlock,
  { remotes }: DevBuilds,
  isReplaced: (path: string) => boolean,
): PageBlock {
  const records = remotes.map(({ name, ...of }) => {
    const base = devBase(name);
    return [name, { version: 'dev', base, entry: `${base}${ENTRY}`, ...of }];
  });
  return {
    ...block,
    shell: { ...block.shell, base: devBase('shell') },
    remotes: { ...block.remotes, ...Object.fromEntries(records) },
    sri: Object.fromEntries(Object.entries(block.sri).filter(([path]) => !isReplaced(path))),
    sentryDsn: null,
  };
}

/**
 * The entries run with every page, so that their hot clients listen from the start and no loader checks their
 * hash.
 */
function devScripts(nonce: string, { shell, remotes }: DevBuilds): string {
  const deferred = (url: string, data = '') => `<script defer src="${url}" nonce="${nonce}"${data}></script>`;
  return [
    `<script nonce="${nonce}">${REFRESH_HOOK}</script>`,
    deferred('/headwater-dev/client.js', ` data-shell="${shell}"`),
    deferred(`${devBase('shell')}main.js`),
    ...remotes.map(({ name }) => deferred(`${devBase(name)}${ENTRY}`)),
  ].join('\n');
}
