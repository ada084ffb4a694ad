import { lookOf, type ChartData, type ChartKey, type ChartSeries, type Cue } from './chart-data.ts';
import { showsEarlier, type Mark } from './marks.ts';
import { ticksOf } from './ticks.ts';

/** How values read on the axes and at marks. */
export interface ChartText {
  /** Labels of values, which stay different where they are. */
  brief(values: readonly number[]): string[];
  /** Values along an axis, and numbers along the x axis. */
  ticks(values: readonly number[]): string[];
  xTicks(values: readonly number[]): string[];
  x(key: ChartKey): string;
  group(key: ChartKey): string;
}

/**
 * All marks of one color, as a path: filled, drawn as a line, or as round dots. Those of an earlier period are dashed.
 * What isn't complete is open or dotted.
 */
export interface ScenePart {
  d: string;
  kind: 'fill' | 'soft' | 'open' | 'line' | 'dashed' | 'dotted' | 'dots';
  /** A CSS variable. */
  color: string;
  /** Of a line whose color another one has, too. */
  dashes?: string;
}

export interface SceneLabel {
  x: number;
  y: number;
  text: string;
  anchor: 'start' | 'middle' | 'end';
  /** Stands on a mark of this strength, from 1 to 7, and needs a color that can be read there. */
  on?: number;
}

/** Where a value is: what the pointer finds, and the keyboard walks to. */
export interface ScenePlace {
  /** Its position on the x axis. */
  at: number;
  /** The series that it's about. Null for all. */
  series: number | null;
  x: number;
  y: number;
  /** The area of the pointer that leads to it. */
  area: { x: number; y: number; width: number; height: number };
  /** Another one: a part of a ring, from one share of a turn to another. */
  arc?: { cx: number; cy: number; inner: number; outer: number; from: number; to: number };
}

/** A chart in pixels. */
export interface Scene {
  width: number;
  height: number;
  parts: ScenePart[];
  /** Horizontal lines, or vertical ones for bars. */
  grid: { x1: number; y1: number; x2: number; y2: number }[];
  labels: SceneLabel[];
  places: ScenePlace[];
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The least distance between two labels of the x axis, in px. */
const LABEL_GAP = 64;
/** About how wide a character of a label is. */
const CHARACTER = 6.2;
/** Of a band's width. */
const BAND_GAP = 0.28;
const MOST_COLUMN = 64;
const STEPS = 7;
/** How lines of an earlier period are dashed: lengths of a dash and of a gap between round ends. */
export const DASHES = '3 5';
/** And lines to a period that isn't complete. */
export const DOTS = '1 4';
/** And those of groups whose color is taken: longer than both. */
export const CUE_DASHES: Readonly<Record<Cue, string | undefined>> = { 0: undefined, 1: '9 6', 2: '20 6' };

const round = (value: number) => Math.round(value * 10) / 10;
const colorOf = (color: number) => `var(--c${color})`;
const rect = (x: number, y: number, width: number, height: number) =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
/** How far apart the stripes of a pattern are, and how wide each is. */
const [STRIPE_STEP, STRIPE] = [6, 2];

/** Returns the pattern of a rectangle: stripes that rise, or fall. Straight ones would look like parts of a stack. */
export function stripes(x: number, y: number, width: number, height: number, cue: Cue): string {
  if (cue === 0) return '';
  const place = (across: number, down: number) =>
    `${round(x + (cue === 1 ? across : width - across))} ${round(y + down)}`;
  /** Where the line on which both add up to this crosses the rectangle's edges. */
  const ends = (sum: number) => [
    place(Math.max(0, sum - height), Math.min(height, sum)),
    place(Math.min(width, sum), Math.max(0, sum - width)),
  ];
  const count = Math.floor((width + height - STRIPE) / STRIPE_STEP);
  return Array.from({ length: count }, (_, at) => {
    const from = (at + 0.5) * STRIPE_STEP;
    return `M${[...ends(from), ...ends(from + STRIPE).reverse()].join('L')}z`;
  }).join('');
}

/** The stripes of marks lie on them, in the color behind. */
const stripesOn = (d: string): ScenePart => ({ d, kind: 'fill', color: 'var(--surface)' });

/** Cuts a text in its middle: long ones that begin the same often end differently. */
function cut(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(letters.length - end).join('')}`;
}

/** Returns the picture of a chart in a size. The mark has to fit the data: see fitOf. */
export function scene(mark: Mark, data: ChartData, width: number, height: number, text: ChartText): Scene {
  const empty: Scene = { width, height, parts: [], grid: [], labels: [], places: [] };
  switch (mark) {
    case 'bars':
      return barScene(data, empty, text);
    case 'pie':
      return pieScene(data, empty, text);
    case 'heatmap':
      return heatScene(data, empty, text);
    case 'number':
    case 'table':
      return empty;
    default:
      return axisScene(mark, data, empty, text);
  }
}

const INTEGERS = /^(SMALLINT|INTEGER|BIGINT|HUGEINT)$/;

type AxisMark = 'columns' | 'line' | 'area' | 'points';

function axisScene(mark: AxisMark, data: ChartData, empty: Scene, text: ChartText): Scene {
  const { height } = empty;
  const isStacked = mark === 'columns' || mark === 'area';
  const earlier = showsEarlier(mark) ? earlierSeries(mark, data) : [];
  const rangeOf = (one: Shape) => (isStacked ? stacked(one) : spread(one, mark === 'points'));
  const present = rangeOf(data);
  const { stacks } = present;
  const past = earlier.length > 0 ? rangeOf({ ...data, series: earlier }) : undefined;
  // Both on one scale.
  const { lowest, highest } = past ? withBoth(present, past, isStacked) : present;
  const { grid, labels, box, y } = valueAxis({ lowest, highest }, data.measure.type, empty, text);
  const axis = isNumbered(mark, data) ? data.keys : [...data.keys, ...data.later];
  const band = box.width / Math.max(1, axis.length);
  // Nothing is drawn where nothing is known yet, but the axis goes on.
  const places = xPlaces(mark, { ...data, keys: axis }, box);
  const pointsOf = ({ values }: Pick<ChartSeries, 'values'>) =>
    values.map((value, at) => (value === null ? null : `${round(places[at]!)} ${round(y(value))}`));
  const wide = Math.min(band * (1 - BAND_GAP), past ? 2 * MOST_COLUMN : MOST_COLUMN) / (past ? 2 : 1);
  /** Columns of a series, of which each begins so many of its widths from the middle of its place. */
  const columns = (
    ends: readonly [number, number][],
    from: number,
    isShown = (_at: number) => true,
    shape: typeof rect = rect,
  ) =>
    ends
      .map(([low, high], at) => {
        if (!isShown(at)) return '';
        const [top, bottom] = [y(Math.max(low, high)), y(Math.min(low, high))];
        const tall = bottom - top;
        if (tall === 0) return '';
        // Stacked parts are told apart by a pixel, unless they are hardly higher than that.
        const shown = tall > 3 && data.series.length > 1 ? tall - 1 : tall;
        return shape(places[at]! + from * wide, top, past ? Math.max(1, wide - 1) : wide, shown);
      })
      .join('');
  const isPartial = (at: number) => data.keys[at]?.isPartial === true;
  const lines = (points: readonly (string | null)[], color: string, cue: Cue) =>
    linesThrough(points, isPartial, color, cue);
  const isKnown = data.keys.map((_, at) => data.series.some(({ values }) => values[at] !== null));
  const before: ScenePart[] = earlier.map((series, index) =>
    mark === 'columns'
      ? { d: columns(past!.stacks[index]!, -1), kind: 'soft', color: series.color }
      : { d: dashed(pointsOf(series)), kind: 'dashed', color: series.color },
  );
  const now: ScenePart[] = data.series.flatMap((series, index): ScenePart[] => {
    const { cue } = series;
    const color = colorOf(series.color);
    if (mark === 'columns') {
      const of = (isShown: (at: number) => boolean, shape = rect) =>
        columns(stacks[index]!, past ? 0 : -0.5, isShown, shape);
      const striped: typeof rect = (...sides) => stripes(...sides, cue);
      return [
        { d: of((at) => !isPartial(at)), kind: 'fill' as const, color },
        { d: of(isPartial), kind: 'open' as const, color },
        stripesOn(of((at) => !isPartial(at), striped)),
      ];
    }
    if (mark === 'area') {
      const ends = (end: 0 | 1) =>
        stacks[index]!.map((stack, at) =>
          isKnown[at] ? `${round(places[at]!)} ${round(y(stack[end]))}` : null,
        );
      const [bases, tops] = [ends(0), ends(1)];
      return [
        { d: areaBetween(tops, bases), kind: 'soft' as const, color },
        ...lines(tops, color, cue),
        { d: dots(aloneIn(tops)), kind: 'dots' as const, color },
      ];
    }
    const points = pointsOf(series);
    if (mark === 'points') return [markers(points, color, cue)];
    return [...lines(points, color, cue), { d: dots(aloneIn(points)), kind: 'dots' as const, color }];
  });
  const parts = mark === 'area' ? [...now, ...before] : [...before, ...now];
  return {
    ...empty,
    parts: parts.filter(({ d }) => d !== ''),
    grid,
    labels: [
      ...labels,
      ...(isNumbered(mark, data)
        ? numberLabels(data, box, places, height, text)
        : xLabels({ ...data, keys: axis }, box, places, height, text)),
    ],
    places: data.keys.map((_, at) => {
      const tops = isStacked
        ? stacks.map((stack) => stack[at]![1])
        : data.series.flatMap(({ values }) => values[at] ?? []);
      const half = mark === 'points' ? 6 : Math.max(band / 2, 1);
      return {
        ...{ at, series: null, x: places[at]!, y: y(Math.max(isStacked ? 0 : lowest, ...tops)) },
        area: { x: places[at]! - half, y: box.top, width: half * 2, height: box.height },
      };
    }),
  };
}

/** Returns the lines and labels of a range of values, the box that they leave, and where a value is in it. */
function valueAxis({ lowest, highest }: Spread, type: string, { width, height }: Scene, text: ChartText) {
  const areWhole = INTEGERS.test(type) && [lowest, highest].every(Number.isInteger);
  const ticks = ticksOf(lowest, highest, height > 200 ? 4 : 3, areWhole);
  const names = text.ticks(ticks);
  // A percent sign is wider than a digit.
  const lengths = names.map((name) => name.length + (name.endsWith('%') ? 0.5 : 0));
  const left = Math.ceil(Math.max(...lengths) * CHARACTER) + 12;
  const box: Box = { left, top: 12, width: width - left - 12, height: height - 12 - 28 };
  const [from, to] = [ticks[0]!, ticks.at(-1)!];
  const y = (value: number) => box.top + box.height * (1 - (value / (to - from) - from / (to - from)));
  return {
    box,
    y,
    grid: ticks.map((tick) => ({ x1: left, x2: left + box.width, y1: y(tick), y2: y(tick) })),
    labels: ticks.map((tick, at) => ({
      x: left - 8,
      y: y(tick) + 4,
      text: names[at]!,
      anchor: 'end' as const,
    })),
  };
}

/** A line, and what leads to a period that isn't complete: no rise or fall. */
function linesThrough(
  points: readonly (string | null)[],
  isPartial: (at: number) => boolean,
  color: string,
  cue: Cue,
): ScenePart[] {
  return [
    {
      ...{ d: lineThrough(points.map((point, at) => (isPartial(at) ? null : point))), kind: 'line', color },
      ...(cue > 0 && { dashes: CUE_DASHES[cue] }),
    },
    { d: stepsBeside(points, isPartial), kind: 'dotted', color },
  ];
}

/** What is drawn of the earlier period. In an area, series lie on each other, and only all of them together are. */
function earlierSeries(
  mark: AxisMark,
  { keys, series }: ChartData,
): (Omit<ChartSeries, 'color' | 'cue'> & { color: string })[] {
  const found = series.flatMap(({ key, color, earlier }) =>
    earlier ? [{ key, ...earlier, color: colorOf(color) }] : [],
  );
  if (mark !== 'area' || found.length < 2) return found;
  const values = keys.map((_, at) => {
    const given = found.flatMap((one) => one.values[at] ?? []);
    return given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0);
  });
  return [{ key: null, values, texts: [], color: 'var(--text-3)' }];
}

type Spread = { lowest: number; highest: number };

/** A line may start elsewhere than at 0 only if both do. */
function withBoth(one: Spread, other: Spread, isStacked: boolean): Spread {
  const [lowest, highest] = [Math.min(one.lowest, other.lowest), Math.max(one.highest, other.highest)];
  return { lowest: !isStacked && lowest > 0 && lowest < highest / 2 ? 0 : lowest, highest };
}

/** The ends of each value's part, by series and position: positive values pile up, and negative ones down. */
function stacked({ keys, series }: Shape) {
  const ups = keys.map(() => 0);
  const downs = keys.map(() => 0);
  const stacks = series.map(({ values }) =>
    values.map((given, at): [number, number] => {
      const value = given ?? 0;
      const ends = value < 0 ? downs : ups;
      const low = ends[at]!;
      ends[at] = low + value;
      return [low, low + value];
    }),
  );
  return { lowest: Math.min(0, ...downs), highest: Math.max(0, ...ups), stacks };
}

interface Shape {
  keys: ChartData['keys'];
  series: readonly Pick<ChartSeries, 'values'>[];
}

function spread({ series }: Shape, fromZero: boolean) {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const { values } of series)
    for (const value of values)
      if (value !== null) [lowest, highest] = [Math.min(lowest, value), Math.max(highest, value)];
  if (lowest > highest) [lowest, highest] = [0, 0];
  // A line may start elsewhere, but not if that hardly makes a difference.
  if (fromZero || (lowest > 0 && lowest < highest / 2)) lowest = Math.min(lowest, 0);
  return { lowest, highest, stacks: [] as [number, number][][] };
}

/** Whether positions are where their numbers are, rather than side by side. */
const isNumbered = (mark: AxisMark, { x, keys }: ChartData) =>
  mark === 'points' &&
  x?.kind === 'number' &&
  keys.every(({ text }) => Number.isFinite(Number(text ?? Number.NaN)));

/** Returns where each position of the x axis is. */
function xPlaces(mark: AxisMark, data: ChartData, box: Box): number[] {
  const { keys } = data;
  if (isNumbered(mark, data)) {
    const place = numberPlace(data, box);
    return keys.map(({ text }) => place(Number(text)));
  }
  const isLine = mark === 'line' || mark === 'area';
  const band = box.width / Math.max(1, isLine ? keys.length - 1 : keys.length);
  if (isLine && keys.length === 1) return [box.left + box.width / 2];
  return keys.map((_, at) => box.left + band * (isLine ? at : at + 0.5));
}

function numberPlace({ keys }: ChartData, box: Box): (value: number) => number {
  let [min, max] = [Infinity, -Infinity];
  for (const { text } of keys) [min, max] = [Math.min(min, Number(text)), Math.max(max, Number(text))];
  return (value) =>
    min === max
      ? box.left + box.width / 2
      : box.left + 8 + (value / (max - min) - min / (max - min)) * (box.width - 16);
}

function numberLabels(
  data: ChartData,
  box: Box,
  places: readonly number[],
  height: number,
  text: ChartText,
): SceneLabel[] {
  const numbers = data.keys.map(({ text: key }) => Number(key));
  if (new Set(numbers).size < 2) return xLabels(data, box, places, height, text);
  const [min, max] = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
  const place = numberPlace(data, box);
  const ticks = ticksOf(
    min,
    max,
    Math.max(2, Math.floor(box.width / 110)),
    INTEGERS.test(data.x!.type),
  ).filter((tick) => tick >= min && tick <= max);
  const names = text.xTicks(ticks);
  return ticks.map((tick, at) => ({ x: place(tick), y: height - 8, text: names[at]!, anchor: 'middle' }));
}

function xLabels({ keys }: ChartData, box: Box, places: readonly number[], height: number, text: ChartText) {
  const names = keys.map((key) => cut(text.x(key), 24));
  const widest = Math.max(0, ...names.map((name) => name.length)) * CHARACTER + 16;
  const most = Math.max(1, Math.floor(box.width / Math.max(LABEL_GAP, widest)));
  const every = Math.ceil(keys.length / most);
  const order = places.map((_, at) => at).toSorted((one, other) => places[one]! - places[other]!);
  return order.flatMap((at, rank): SceneLabel[] => {
    if (rank % every !== 0) return [];
    const half = (names[at]!.length * CHARACTER) / 2;
    const anchor =
      places[at]! + half > box.left + box.width + 12 ? 'end' : places[at]! < half ? 'start' : 'middle';
    // As close to its place as the edges allow: further off, it would run into the next one.
    const x = { end: box.left + box.width + 10, start: 0, middle: places[at]! }[anchor];
    return [{ x, y: height - 8, text: names[at]!, anchor }];
  });
}

function lineThrough(points: readonly (string | null)[]): string {
  let d = '';
  points.forEach((point, at) => {
    if (point === null) return;
    const isStart = (points[at - 1] ?? null) === null;
    if (!isStart || (points[at + 1] ?? null) !== null) d += `${isStart ? 'M' : 'L'}${point}`;
  });
  return d;
}

/** The lines between those points of which one is marked. */
const stepsBeside = (points: readonly (string | null)[], isMarked: (at: number) => boolean): string =>
  points
    .map((point, at) => {
      const next = points[at + 1] ?? null;
      return point !== null && next !== null && (isMarked(at) || isMarked(at + 1)) ? `M${point}L${next}` : '';
    })
    .join('');

const aloneIn = (points: readonly (string | null)[]) =>
  points.filter((_, at) => (points[at - 1] ?? null) === null && (points[at + 1] ?? null) === null);

/** A point alone is a short line. */
const dashed = (points: readonly (string | null)[]) => lineThrough(points) + dots(aloneIn(points));

/** Fills what is between two lines, as far as both are known. */
function areaBetween(tops: readonly (string | null)[], bases: readonly (string | null)[]): string {
  let [d, from] = ['', 0];
  for (let at = 0; at <= tops.length; at += 1) {
    if ((tops[at] ?? null) !== null) continue;
    if (at - from > 1)
      d += `M${tops.slice(from, at).join('L')}L${bases.slice(from, at).toReversed().join('L')}z`;
    from = at + 1;
  }
  return d;
}

/** A line of no length with round ends is a dot. */
const dots = (points: readonly (string | null)[]) =>
  points.flatMap((point) => (point === null ? [] : `M${point}h0`)).join('');

/** Dots, squares, or crosses. */
function markers(points: readonly (string | null)[], color: string, cue: Cue): ScenePart {
  if (cue === 0) return { d: dots(points), kind: 'dots', color };
  const places = points.flatMap((point) => (point === null ? [] : [point.split(' ').map(Number)]));
  return cue === 1
    ? { d: places.map(([x, y]) => rect(x! - 3.5, y! - 3.5, 7, 7)).join(''), kind: 'fill', color }
    : { d: places.map(([x, y]) => `M${x! - 3.5} ${y}h7M${x} ${y! - 3.5}v7`).join(''), kind: 'line', color };
}

const BAR = 28;
/** Bars are at least as high as their labels. */
export const LEAST_BAR = 14;
const BAR_MARGIN = 8;

/** As high as its bars need, which are lower where many share the height. */
function barScene(data: ChartData, { width, height }: Scene, text: ChartText): Scene {
  const fitting = Math.floor((height - BAR_MARGIN) / Math.max(1, data.keys.length));
  const tall = Math.min(BAR, Math.max(LEAST_BAR, fitting));
  const gap = Math.round(tall / 3.5);
  const { lowest, highest, stacks } = stacked(data);
  const names = data.keys.map((key) => cut(text.x(key), Math.max(8, Math.floor((width * 0.36) / CHARACTER))));
  const totals = data.keys.map((_, at) =>
    data.series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const written = text.brief(totals);
  const shown = written.map((total, at) =>
    data.series.every(({ values }) => values[at] === null) ? '–' : total,
  );
  const widthOf = (texts: readonly string[]) =>
    Math.max(0, ...texts.map((one) => one.length)) * CHARACTER + 12;
  const left = widthOf(names);
  const box: Box = {
    left,
    top: 4,
    width: Math.max(40, width - left - widthOf(shown)),
    height: data.keys.length * tall,
  };
  const range = highest - lowest || 1;
  const x = (value: number) => box.left + ((value - lowest) / range) * box.width;
  const top = (at: number) => box.top + at * tall + gap / 2;
  const places = data.keys.map((_, at) => ({
    ...{ at, series: null, x: x(Math.max(0, totals[at]!)), y: top(at) + (tall - gap) / 2 },
    area: { x: 0, y: box.top + at * tall, width, height: tall },
  }));
  return {
    ...{ width, height: box.height + BAR_MARGIN, places },
    parts: ([false, true] as const)
      .flatMap((isOpen) =>
        data.series.flatMap(({ color, cue }, index): ScenePart[] => {
          const bars = (shape: typeof rect) =>
            stacks[index]!.map(([low, high], at) => {
              if ((data.keys[at]!.isPartial === true) !== isOpen) return '';
              const [start, end] = [x(Math.min(low, high)), x(Math.max(low, high))];
              const long = end - start;
              return long === 0
                ? ''
                : shape(start, top(at), data.series.length > 1 && long > 3 ? long - 1 : long, tall - gap);
            }).join('');
          return [
            { d: bars(rect), kind: isOpen ? 'open' : 'fill', color: colorOf(color) },
            stripesOn(isOpen ? '' : bars((...sides) => stripes(...sides, cue))),
          ];
        }),
      )
      .filter(({ d }) => d !== ''),
    grid: [{ x1: x(0), x2: x(0), y1: box.top, y2: box.top + box.height }],
    labels: data.keys.flatMap((_, at) => [
      { x: left - 8, y: top(at) + (tall - gap) / 2 + 4, text: names[at]!, anchor: 'end' as const },
      {
        x: x(Math.max(0, highestOf(stacks, at))) + 6,
        y: top(at) + (tall - gap) / 2 + 4,
        text: shown[at]!,
        anchor: 'start' as const,
      },
    ]),
  };
}

const highestOf = (stacks: readonly (readonly [number, number][])[], at: number) =>
  Math.max(0, ...stacks.map((stack) => stack[at]![1]));

function pieScene({ keys, series }: ChartData, empty: Scene, text: ChartText): Scene {
  const values = keys.map((_, at) => series[0]?.values[at] ?? 0);
  const all = values.reduce((sum, value) => sum + value, 0);
  const radius = Math.min(empty.width / 2, empty.height) / 2 - 8;
  const [cx, cy] = [radius + 8, empty.height / 2];
  const point = (part: number, distance: number) => {
    const angle = part * 2 * Math.PI - Math.PI / 2;
    return [round(cx + Math.cos(angle) * distance), round(cy + Math.sin(angle) * distance)] as const;
  };
  const written = text.brief(values);
  const [hole, rowHeight] = [radius * 0.58, Math.min(24, (empty.height - 16) / Math.max(1, keys.length))];
  const result: Scene = { ...empty };
  let named = 0;
  let from = 0;
  keys.forEach((key, at) => {
    const part = all === 0 ? 0 : values[at]! / all;
    const isRest = key.isOther || key.text === null;
    const look = isRest ? { color: 6, cue: 0 as const } : lookOf(named++);
    const color = colorOf(look.color);
    // An arc can't be a whole circle.
    const to = from + Math.min(part, 0.99999);
    const large = part > 0.5 ? 1 : 0;
    const ring = (outer: number, inner: number) =>
      `M${point(from, outer).join(' ')}A${round(outer)} ${round(outer)} 0 ${large} 1 ${point(to, outer).join(' ')}L${point(to, inner).join(' ')}A${round(inner)} ${round(inner)} 0 ${large} 0 ${point(from, inner).join(' ')}z`;
    if (part > 0) {
      result.parts.push({ kind: 'fill', color, d: ring(radius, hole) });
      for (let inner = hole + 3; look.cue > 0 && inner < radius - STRIPE; inner += STRIPE_STEP)
        result.parts.push(stripesOn(ring(inner + STRIPE, inner)));
    }
    const y = cy + (at - (keys.length - 1) / 2) * rowHeight;
    const x = cx + radius + 24;
    const [px, py] = point(from + part / 2, radius * 0.8);
    result.parts.push({ kind: 'fill', color, d: rect(x, y - 5, 10, 10) });
    result.parts.push(stripesOn(stripes(x, y - 5, 10, 10, look.cue)));
    result.labels.push({
      x: x + 18,
      y: y + 4,
      text: `${cut(text.x(key), 22)}  ${written[at]!}`,
      anchor: 'start',
    });
    result.places.push({
      at,
      series: null,
      x: px,
      y: py,
      area: { x, y: y - rowHeight / 2, width: empty.width - x, height: rowHeight },
      arc: { cx, cy, inner: hole, outer: radius, from, to: from + part },
    });
    from += part;
  });
  return { ...result, parts: result.parts.filter(({ d }) => d !== '') };
}

function heatScene({ keys, series }: ChartData, empty: Scene, text: ChartText): Scene {
  const rows = series.map(({ key }) => (key ? cut(text.group(key), 20) : ''));
  const numbers = [...new Set(series.flatMap(({ values }) => values.filter((value) => value !== null)))];
  const written = text.brief(numbers);
  const names = new Map(numbers.map((value, at) => [value, written[at]!]));
  const left = Math.max(0, ...rows.map((name) => name.length)) * CHARACTER + 12;
  const box: Box = { left, top: 4, width: empty.width - left - 4, height: series.length * BAR };
  const wide = box.width / Math.max(1, keys.length);
  const { lowest, highest } = spread({ keys, series } as ChartData, false);
  const [low, range] = [Math.min(lowest, highest), highest - lowest || 1];
  const stepOf = (value: number) => Math.min(STEPS, 1 + Math.floor(((value - low) / range) * STEPS));
  const steps = Array.from({ length: STEPS }, () => '');
  const height = box.height + 36;
  const result: Scene = { ...empty, height };
  series.forEach(({ values }, row) => {
    const y = box.top + row * BAR;
    result.labels.push({ x: left - 8, y: y + 18, text: rows[row]!, anchor: 'end' });
    values.forEach((value, at) => {
      if (value === null) return;
      const x = box.left + at * wide;
      const step = stepOf(value);
      steps[step - 1] += rect(x + 0.5, y + 0.5, Math.max(1, wide - 1), BAR - 1);
      const written = names.get(value)!;
      if (written.length * CHARACTER + 8 < wide)
        result.labels.push({ x: x + wide / 2, y: y + 18, text: written, anchor: 'middle', on: step });
      result.places.push({
        at,
        series: row,
        x: x + wide / 2,
        y: y + BAR / 2,
        area: { x, y, width: wide, height: BAR },
      });
    });
  });
  result.parts = steps.flatMap((d, at) =>
    d === '' ? [] : [{ d, kind: 'fill' as const, color: `var(--heat-${at + 1})` }],
  );
  const centers = keys.map((_, at) => box.left + (at + 0.5) * wide);
  result.labels.push(...xLabels({ keys } as ChartData, box, centers, height, text));
  return result;
}
