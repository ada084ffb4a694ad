/**
 * What delivery writes into each page, and the only thing the shell knows of the installation when it starts:
 *
 *     <script type="application/json" id="headwater" nonce="…">{ … a Page … }</script>
 *
 * Every path in it is absolute and without origin (`/r/mf-auth/0.1.0/remoteEntry.js`), every `base` ends in a slash.
 * Before any bundle runs, the page's inline script has set `window.__HEADWATER__ = { requests }` (what it has
 * already asked the API for, by API path), the Trusted Types policy, `window.__nonce__`, `<html lang data-theme>`,
 * and a listener that removes script tags which failed to load: webpack would wait for a dead one for ever.
 */
export type Owner = { team: string; contact: string };

/** One version of the shell or of a remote, as the registry points to it. */
export type RemoteRecord = {
  version: string;
  /** Where its files are: `/r/<name>/<version>/`. */
  base: string;
  entry: string;
  /** `sha384-…` of the entry. */
  sri: string;
  owner: Owner;
};

export type Page = {
  /** Short hash of all `name@version` in this page: says in each report which set was live. */
  composition: string;
  /** The registry's revision that this page was made from. */
  rev: number;
  shell: { version: string; base: string };
  /** By name: `mf-auth`, `mf-workspace`, `mf-sources`, `mf-data`, `mf-superuser`. */
  remotes: Record<string, RemoteRecord>;
  /** Path → `sha384-…` of every script that the shell or a remote may load. What isn't listed is refused. */
  sri: Record<string, string>;
  nonce?: string;
  /** The language that the server chose (cookie, else Accept-Language). */
  language: 'en' | 'de';
  supportEmail: string;
  sentryDsn?: string | null;
};

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isBase = (value: unknown): boolean => typeof value === 'string' && /^\/r\/[^/]+\/[^/]+\/$/.test(value);
const isHash = (value: unknown): boolean =>
  typeof value === 'string' && /^sha384-[A-Za-z0-9+/]{64}$/.test(value);
const isNothing = (value: unknown): boolean => value === undefined || value === null;

function* recordFaults(name: string, record: unknown): Generator<string> {
  if (!isFields(record)) return yield `remotes.${name}`;
  if (!isText(record.version)) yield `remotes.${name}.version`;
  if (!isBase(record.base)) yield `remotes.${name}.base`;
  if (!isText(record.entry) || !String(record.entry).startsWith(String(record.base)))
    yield `remotes.${name}.entry`;
  if (!isHash(record.sri)) yield `remotes.${name}.sri`;
  const owner = record.owner;
  if (!isFields(owner) || !isText(owner.team) || !isText(owner.contact)) yield `remotes.${name}.owner`;
}

function* faults(page: unknown): Generator<string> {
  if (!isFields(page)) return yield 'page';
  if (!isText(page.composition)) yield 'composition';
  if (typeof page.rev !== 'number') yield 'rev';
  if (!isFields(page.shell) || !isText(page.shell.version) || !isBase(page.shell.base)) yield 'shell';
  if (!isFields(page.remotes)) yield 'remotes';
  else for (const [name, record] of Object.entries(page.remotes)) yield* recordFaults(name, record);
  if (!isFields(page.sri) || !Object.values(page.sri).every(isHash)) yield 'sri';
  if (page.language !== 'en' && page.language !== 'de') yield 'language';
  if (!isText(page.supportEmail)) yield 'supportEmail';
  if (!isNothing(page.sentryDsn) && !isText(page.sentryDsn)) yield 'sentryDsn';
  if (!isNothing(page.nonce) && !isText(page.nonce)) yield 'nonce';
}

/** Throws one error that names every faulty field: a page that fits only half would fail later and further away. */
export function checkPage(value: unknown): Page {
  const wrong = [...faults(value)];
  if (wrong.length > 0) throw new Error(`The page's "headwater" block is faulty: ${wrong.join(', ')}`);
  return value as Page;
}

let page: Page | undefined;

/** The page's block, read and checked once; a tab keeps the composition that it was loaded with. */
export function readPage(): Page {
  if (page === undefined) {
    const text = document.getElementById('headwater')?.textContent;
    if (!text) throw new Error('The page has no "headwater" block.');
    page = checkPage(JSON.parse(text));
  }
  return page;
}
