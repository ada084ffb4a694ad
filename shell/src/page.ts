import type { PageBlock } from '@headwater/shared/contract';

/**
 * Before any bundle runs, the page's inline script has set `window.__HEADWATER__ = { requests }` (requests
 * that it has already sent to the API, by path), the Trusted Types policy, `window.__nonce__`, `<html lang
 * data-theme>`, and a listener that removes script tags which failed to load: webpack would wait two minutes
 * for a dead one.
 */
type Fields = Record<string, unknown>;

/** Returns whether the value is a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isBase = (value: unknown): boolean => typeof value === 'string' && /^\/r\/[^/]+\/[^/]+\/$/.test(value);
/** Returns whether the value is a hash as in an `integrity` attribute. */
export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^sha384-[A-Za-z0-9+/]{64}$/.test(value);
const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);
const isList = (value: unknown): boolean => isListOf(value, isText);
const isFlag = (value: unknown): boolean => value === undefined || value === true;
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
  if (!isListOf(record.areas, isArea)) yield `remotes.${name}.areas`;
  if (!isListOf(record.menu, isMenuEntry)) yield `remotes.${name}.menu`;
  if (!isFlag(record.canary)) yield `remotes.${name}.canary`;
  if (!isNothing(record.integrity) && !isListOfHashes(record.integrity, String(record.base)))
    yield `remotes.${name}.integrity`;
}

const isPath = (value: unknown): boolean => typeof value === 'string' && value.startsWith('/');

// Their values need not be known: they belong to a remote, which may be newer than this shell.
const isArea = (value: unknown): boolean =>
  isFields(value) && isText(value.group) && isPath(value.mount) && isListOf(value.paths, isPath);

const isMenuEntry = (value: unknown): boolean =>
  isFields(value) &&
  isText(value.place) &&
  typeof value.order === 'number' &&
  isText(value.icon) &&
  isPath(value.path) &&
  isFields(value.label) &&
  isList(Object.values(value.label)) &&
  (value.permission === undefined || isText(value.permission));

const isListOfHashes = (value: unknown, base: string): boolean =>
  isFields(value) && value.url === `${base}integrity.json` && isHash(value.sri);

const isOverride = (value: unknown): boolean =>
  isFields(value) &&
  isList(value.set) &&
  isList(value.ignored) &&
  !Number.isNaN(Date.parse(String(value.expires)));

function isShell(value: unknown): boolean {
  return isFields(value) && isText(value.version) && isBase(value.base) && isFlag(value.canary);
}

function* faults(page: unknown): Generator<string> {
  if (!isFields(page)) return yield 'block';
  if (!isText(page.composition)) yield 'composition';
  if (typeof page.rev !== 'number') yield 'rev';
  if (!/^[0-9a-f]{16}(?:[0-9a-f]{32})?$/.test(String(page.page))) yield 'page';
  if (!isShell(page.shell)) yield 'shell';
  if (!isFields(page.remotes)) yield 'remotes';
  else for (const [name, record] of Object.entries(page.remotes)) yield* recordFaults(name, record);
  if (!isFields(page.sri) || !Object.values(page.sri).every(isHash)) yield 'sri';
  if (!isNothing(page.override) && !isOverride(page.override)) yield 'override';
  if (page.language !== 'en' && page.language !== 'de') yield 'language';
  if (!isText(page.supportEmail)) yield 'supportEmail';
  if (!isNothing(page.sentryDsn) && !isText(page.sentryDsn)) yield 'sentryDsn';
}

/**
 * Throws one error that names every faulty field: a page that is only half valid would fail later and
 * elsewhere.
 */
export function checkPage(value: unknown): PageBlock {
  const wrong = [...faults(value)];
  if (wrong.length > 0) throw new Error(`The page's "headwater" block is faulty: ${wrong.join(', ')}`);
  return value as PageBlock;
}

let page: PageBlock | undefined;

/** Returns the page's block, read and checked once. A tab keeps the composition that it was loaded with. */
export function readPage(): PageBlock {
  if (page === undefined) {
    const text = document.getElementById('headwater')?.textContent;
    if (!text) throw new Error('The page has no "headwater" block.');
    page = checkPage(JSON.parse(text));
  }
  return page;
}
