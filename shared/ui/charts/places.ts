import type { Scene } from '../../charts/index.ts';

type Places = Scene['places'];

/** Returns the place that a point in a picture leads to: of several, the nearest one. */
export function placeUnder(places: Places, x: number, y: number): number | null {
  let best: number | null = null;
  let least = Infinity;
  places.forEach(({ area, arc, ...at }, position) => {
    const isWithin =
      (x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height) ||
      (arc !== undefined && isInRing(arc, x, y));
    const distance = Math.hypot(at.x - x, at.y - y);
    if (isWithin && distance < least) [best, least] = [position, distance];
  });
  return best;
}

function isInRing(
  { cx, cy, inner, outer, from, to }: NonNullable<Places[number]['arc']>,
  x: number,
  y: number,
) {
  const distance = Math.hypot(x - cx, y - cy);
  // Turns begin at the top.
  const turn = (Math.atan2(y - cy, x - cx) / (2 * Math.PI) + 1.25) % 1;
  return distance >= inner && distance <= outer && turn >= from && turn <= to;
}

/** Returns the place that a key leads to, or null if it's for something else. */
export function placeAfter(places: Places, from: number | null, key: string): number | null {
  const last = places.length - 1;
  const far = Math.max(1, Math.round(places.length / 10));
  const now = from ?? 0;
  const steps = new Map(
    Object.entries({
      ...{ ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1 },
      ...{ PageDown: now + far, PageUp: now - far, Home: 0, End: last },
    }),
  );
  const next = steps.get(key);
  return next === undefined || last < 0 ? null : Math.min(Math.max(next, 0), last);
}
