import { constants, dark, light, scales, type Tokens } from './tokens.ts';

const themes: Record<string, Tokens> = {
  light: { ...scales, ...constants, ...light },
  dark: { ...scales, ...constants, ...light, ...dark },
};

/** Returns a token's color, following references. */
function colorOf(theme: Tokens, name: string): string {
  const value = theme[name];
  if (value === undefined) throw new Error(`No token "${name}"`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return reference ? colorOf(theme, reference) : value;
}

/** Returns the relative luminance of a hex color by WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ['canvas', 'surface', 'surface-2', 'surface-3', 'overlay'];
const across = (names: string[], on: string[]) =>
  names.flatMap((name) => on.map((ground) => [name, ground] as const));

const texts = [
  ...across(['text', 'text-2', 'text-3', 'accent-text'], [...grounds, 'accent-soft']),
  ...across(['text', 'text-2'], ['fill', 'fill-hover']),
  ...across(['on-accent'], ['accent', 'accent-hover']),
  ...across(['on-bad'], ['bad', 'bad-hover']),
  ...['ok', 'info', 'warn', 'bad'].flatMap((hue) => [
    ...across([`${hue}-text`], [...grounds, `${hue}-soft`]),
    ...across(['text', 'text-2'], [`${hue}-soft`]),
  ]),
];
const shapes = [
  ...across(['control-line', 'icon', 'focus', 'accent'], ['canvas', 'surface', 'surface-2']),
  ...['ok', 'info', 'warn', 'bad'].flatMap((hue) =>
    across([hue], ['canvas', 'surface', 'surface-2', `${hue}-soft`]),
  ),
  ...across(['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8'], ['surface']),
];

describe.each(Object.entries(themes))('in the %s theme', (_, theme) => {
  const ratio = (name: string, ground: string) => contrast(colorOf(theme, name), colorOf(theme, ground));
  test.each(texts)('text %s is readable on %s', (name, ground) =>
    expect(ratio(name, ground)).toBeGreaterThanOrEqual(4.5),
  );
  test.each(shapes)('shape %s is visible on %s', (name, ground) =>
    expect(ratio(name, ground)).toBeGreaterThanOrEqual(3),
  );
});
