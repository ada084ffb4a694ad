import { LIGHT_COLORS, lightColor } from '../../charts/index.ts';
import { light, scales, type Tokens } from './tokens.ts';

const all: Tokens = { ...scales, ...light };
const colorOf = (name: string): string => {
  const value = all[name]!;
  return value.startsWith('var(') ? colorOf(value.slice('var(--'.length, -1)) : value;
};

test.each(Object.entries(LIGHT_COLORS))('%s is the same in pictures outside the browser', (name, value) =>
  expect(value).toBe(colorOf(name)),
);

test('amounts have steps between the ground and their color', () => {
  expect(lightColor('var(--heat-7)')).toBe(light.heat);
  expect(lightColor('var(--heat-1)')).toMatch(/^#e[0-9a-f]{5}$/);
  expect(() => lightColor('var(--none)')).toThrow('There is no color none.');
});
