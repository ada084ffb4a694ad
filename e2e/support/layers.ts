import type { ElementHandle, Page } from '@playwright/test';
import type { Screen } from './screen-list.ts';
import { until } from './until.ts';

/** What opens over a page: menus, popovers, dialogs, drawers, the palette, the navigation on phones, lists of options. */
export const LAYERS = '.MuiModal-root, dialog[open], nav[data-open], [role="listbox"]';

/** What says that it opens one. */
const OPENERS =
  '[aria-haspopup]:not([aria-haspopup="false"]), input[role="combobox"][aria-expanded="false"], header:not(main header) [aria-expanded]';

interface Opener {
  /** Where it is on what it lies on, and its name. */
  key: string;
  /** The path of the screen, which is that of its other tabs, too, or what is around all screens. */
  of: string;
}

/** Opens a layer: what has to be pressed, in order. */
type Path = readonly Opener[];

interface Visited {
  screen: Screen;
  /** Everything that was opened at this width, on any screen. */
  seen: Set<string>;
  /** Looks at what is open. */
  look(name: string): Promise<void>;
  /** Reports that something can't be opened or doesn't close. */
  fail(name: string): void;
}

/**
 * Opens everything that can be opened over a screen, and from there everything over that. Of those in the rows of a
 * table or in cards, opens the first, and what every screen has only once.
 */
export async function openEach(page: Page, { screen, seen, look, fail }: Visited): Promise<void> {
  const paths: Path[] = [[]];
  // A drawer may be a state of the screen, such as one that is part of its URL.
  const isOver = !(await page.evaluate<boolean>(`(${IS_CLOSED})()`));
  for (let path = paths.shift(); path; path = paths.shift()) {
    const name = [screen.name, ...path.map(({ key }) => key.split('|').at(-1))].join(' > ');
    if (!(await openAll(page, path))) {
      fail(`${name}: doesn't open`);
      await screen.open(page);
      continue;
    }
    if (path.length > 0) await look(name);
    for (const opener of await openersOf(page, screen, path)) {
      // There are finitely many of these, and not of paths.
      const known = [opener.of, path.at(-1)?.key, opener.key].join('/');
      if (seen.has(known)) continue;
      seen.add(known);
      paths.push([...path, opener]);
    }
    if (path.length > 0 && (isOver || !(await closeAll(page)))) await screen.open(page);
  }
}

async function openAll(page: Page, path: Path): Promise<boolean> {
  for (const { key } of path) {
    const opener = (await page.evaluateHandle(
      `(${OPENABLE})().find((one) => (${KEY})(one).key === ${JSON.stringify(key)})?.opener ?? null`,
    )) as ElementHandle;
    await page.evaluate(`window.layersBefore = ${OPEN}`);
    const pressed = await opener
      .asElement()
      ?.click({ timeout: 30_000 })
      .then(
        () => true,
        () => false,
      );
    if (!pressed) return false;
    if (!(await comesTrue(page, IS_OPEN, 30))) return false;
  }
  return true;
}

/** Closes every layer, one after the other. Returns false if Escape doesn't. */
async function closeAll(page: Page): Promise<boolean> {
  for (let tries = 0; tries < 4; tries += 1) {
    const before = await page.evaluate<number>(`${OPEN}.length`);
    await page.keyboard.press('Escape');
    await comesTrue(page, `() => ${OPEN}.length < ${before}`, 2);
    if (await page.evaluate<boolean>(`(${IS_CLOSED})()`)) return true;
  }
  return false;
}

/** Polls from here, because a page whose policy forbids `eval` can't do it itself. */
const comesTrue = (page: Page, condition: string, seconds: number): Promise<boolean> =>
  until('a layer opens or closes', () => page.evaluate<boolean>(`(${condition})()`), seconds).catch(
    () => false,
  );

/** Returns what can be opened from what is open. */
async function openersOf(page: Page, screen: Screen, path: Path): Promise<Opener[]> {
  const openers = (await page.evaluate(`(${OPENABLE})().map(${KEY})`)) as { key: string; isMain: boolean }[];
  const around = screen.signedIn ? 'signed in' : 'signed out';
  const [at] = screen.path.split('?');
  return openers.map(({ key, isMain }) => ({ key, of: path[0]?.of ?? (isMain ? at! : around) }));
}

const IS_SEEN = `(element) => element.checkVisibility({ visibilityProperty: true })`;
const OPEN = `[...document.querySelectorAll('${LAYERS}')].filter(${IS_SEEN})`;

/** Whether there is a layer that wasn't, and all that it shows is there. */
const IS_OPEN = `() => {
  const opened = ${OPEN}.filter((layer) => !window.layersBefore.includes(layer));
  return opened.length > 0 && opened.every((layer) => !layer.querySelector('[aria-busy="true"]'));
}`;
const IS_CLOSED = `() => ${OPEN}.length === 0`;

/** Where an element is: its tag and classes, and those of what it is in. */
const PLACE = `(element) => {
  const steps = [];
  for (let at = element; at !== document.body; at = at.parentElement)
    steps.push([at.tagName, ...[...at.classList].filter((name) => !name.startsWith('Mui-'))].join('.'));
  return steps.join('<');
}`;

/**
 * The openers on the topmost layer, or on the page, with the place of each; a list of options has none. Of those that
 * are alike in rows or cards, only the first one's.
 */
const OPENABLE = `() => {
  const top = ${OPEN}.at(-1) ?? document.body;
  const placeOf = ${PLACE};
  const first = new Map();
  return [...top.querySelectorAll('${OPENERS}')]
    .filter(${IS_SEEN})
    .filter((opener) => !opener.disabled && opener.getAttribute('aria-disabled') !== 'true')
    .map((opener) => ({ opener, place: placeOf(opener) }))
    .filter(({ opener, place }) => {
      if (!first.has(place)) first.set(place, opener.parentElement);
      return first.get(place) === opener.parentElement;
    });
}`;

/** What makes an opener another one: where it is, and its name. */
const KEY = `({ opener, place }) => ({
  key: place + '|' + (opener.getAttribute('aria-label') ?? opener.textContent.trim()).slice(0, 60),
  isMain: opener.closest('main') !== null,
})`;
