import { ownValue } from '../contract/ground/own-value.ts';
import { HEAT_SHARES } from './heat-shares.ts';

/**
 * The colors of the light theme that pictures outside the browser have. A server can't read the theme's variables, so
 * their values are repeated here; a test of the theme compares them.
 */
export const LIGHT_COLORS: Readonly<Record<string, string>> = {
  surface: '#ffffff',
  'surface-3': '#eef1f4',
  fill: '#e5eaee',
  line: '#e5eaee',
  'line-2': '#dae0e6',
  text: '#141a20',
  'text-2': '#47535f',
  'text-3': '#5d6975',
  'bad-text': '#a81a24',
  'warn-text': '#835204',
  c1: '#006b7a',
  c2: '#dc782e',
  c3: '#3198d6',
  c4: '#663ba3',
  c5: '#2f4c01',
  c6: '#7d8993',
  c7: '#710a62',
  c8: '#af5d34',
  'chart-grid': '#e5eaee',
  'chart-axis': '#5d6975',
  heat: '#066d7c',
};

/** Returns the color of a role or of its CSS variable in the light theme, as hex. */
export function lightColor(variable: string): string {
  const name = /^var\(--([\w-]+)\)$/.exec(variable)?.[1] ?? variable;
  const step = /^heat-(\d)$/.exec(name)?.[1];
  if (step) return mixed(lightColor('heat'), lightColor('surface'), HEAT_SHARES[Number(step) - 1]! / 100);
  const value = ownValue(LIGHT_COLORS, name);
  if (value === undefined) throw new Error(`There is no color ${name}.`);
  return value;
}

type Triple = readonly [number, number, number];

/** Mixes two colors in Oklab, as `color-mix` does. */
function mixed(one: string, other: string, share: number): string {
  const [a, b] = [oklabOf(one), oklabOf(other)];
  const at = (index: 0 | 1 | 2) => a[index] * share + b[index] * (1 - share);
  return hexOf([at(0), at(1), at(2)]);
}

function oklabOf(hex: string): Triple {
  const channel = (at: number) => linear(parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = [channel(1), channel(3), channel(5)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function hexOf([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const hex = (channel: number) =>
    Math.round(Math.min(1, Math.max(0, gamma(channel))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${channels.map(hex).join('')}`;
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const gamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
