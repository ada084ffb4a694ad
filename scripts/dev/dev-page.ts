import type { PageBlock, PageRemote } from '@headwater/shared/contract';
import { inScript } from 'delivery';
import { devBase, ENTRY } from './dev-build.ts';

/** What a page of the target is changed to load instead. */
export interface DevBuilds {
  /** Hash of the shell's development build: by it a page that is open learns that there is a newer one. */
  shell: string;
  /** `sri` is that of the entry now. */
  remotes: readonly ({ name: string } & Pick<PageRemote, 'owner' | 'areas' | 'menu' | 'sri'>)[];
}

/** The page isn't what delivery of this checkout writes. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly statusCode = 502;
}

const BLOCK = /(<script type="application\/json" id="headwater"[^>]*>)(.*?)(<\/script>)/s;
const BOOT = /<script nonce="([^"]+)">.*?<\/script>\n?/s;
const LOADED = /<(?:script|link)\b[^>]*?\s(?:src|href)="(\/r\/[^"]*)"[^>]*>(?:<\/script>)?\n?/g;

/**
 * React looks for this when it starts; Fast Refresh, which comes with the remote after it, finds React through it.
 * React's own developer tools bring theirs.
 */
const REFRESH_HOOK = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(), supportsFiber: true,
  inject(renderer) { const id = this.renderers.size + 1; this.renderers.set(id, renderer); return id; },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
};`;

/**
 * A page of the deployed product with the development builds in the place of the shell and of some remotes. The
 * other remotes keep their versions and hashes, the page its policy: what is put in carries the page's own nonce.
 */
export function devPage(html: string, builds: DevBuilds): string {
  const [, start = '', json = '', end = ''] = BLOCK.exec(html) ?? [];
  const [boot = '', nonce = ''] = BOOT.exec(html) ?? [];
  if (json === '' || nonce === '') {
    throw new PageError(
      'The page has no "headwater" block or no first script: the target is another Headwater than this checkout.',
    );
  }
  const block = JSON.parse(json) as PageBlock;
  const replaced = [block.shell, ...builds.remotes.map(({ name }) => block.remotes[name])]
    .filter((record) => record !== undefined)
    .map(({ base }) => base);
  const isReplaced = (address: string) => replaced.some((base) => address.startsWith(base));
  return html
    .replace(BLOCK, () => start + inScript(devBlock(block, builds, isReplaced)) + end)
    .replace(LOADED, (tag, address: string) => (isReplaced(address) ? '' : tag))
    .replace(boot, () => `${boot}${devScripts(nonce, builds)}\n`);
}

/** Failures are shown here and reported nowhere. A newer shell of the target is still one, so its version stays. */
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

/** The entries run with every page: their hot clients listen from the start, and no loader asks for their hash. */
function devScripts(nonce: string, { shell, remotes }: DevBuilds): string {
  const deferred = (address: string, data = '') =>
    `<script defer src="${address}" nonce="${nonce}"${data}></script>`;
  return [
    `<script nonce="${nonce}">${REFRESH_HOOK}</script>`,
    deferred('/headwater-dev/client.js', ` data-shell="${shell}"`),
    deferred(`${devBase('shell')}main.js`),
    ...remotes.map(({ name }) => deferred(`${devBase(name)}${ENTRY}`)),
  ].join('\n');
}
