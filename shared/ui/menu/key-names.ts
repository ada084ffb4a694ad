import { uiMessages } from '../ui-messages.ts';
import { SHORTCUTS, type Shortcut } from './shortcuts.ts';

const KEYS = Object.assign({}, ...Object.values(SHORTCUTS)) as Record<Shortcut, string>;

/** Whether the keyboard is one with ⌘. */
export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Returns the value of `aria-keyshortcuts` on this machine. */
export const ariaKeys = (shortcut: Shortcut): string =>
  KEYS[shortcut].replaceAll('Mod', isApple() ? 'Meta' : 'Control');

const SIGNS = new Map([
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
]);
const APPLE_SIGNS = new Map([
  ['Mod', '⌘'],
  ['Shift', '⇧'],
  ['Alt', '⌥'],
  ['Control', '⌃'],
]);
const NAMED = [
  'Control',
  'Shift',
  'Alt',
  'Enter',
  'Space',
  'Escape',
  'PageUp',
  'PageDown',
  'Home',
  'End',
] as const;

/** Returns a function that writes a shortcut as it's printed on this machine's keyboard, a text for each alternative. */
export function useKeyNames(): (shortcut: Shortcut) => string[] {
  const t = uiMessages.use();
  const apple = isApple();
  const nameOf = (key: string) => {
    const sign = SIGNS.get(key) ?? (apple ? APPLE_SIGNS.get(key) : undefined);
    const word = NAMED.find((one) => one === (key === 'Mod' ? 'Control' : key));
    return sign ?? (word ? t(`key.${word}`) : key);
  };
  return (shortcut) =>
    KEYS[shortcut].split(' ').map((keys) =>
      keys
        .split('+')
        .map(nameOf)
        .join(apple ? ' ' : '+'),
    );
}
