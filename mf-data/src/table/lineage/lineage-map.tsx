import { Button, Row, styled, VisuallyHidden } from '@headwater/shared/ui';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { linesThrough, type LineageLevels, type LineageNode } from './levels.ts';
import { isDocument, LineageBox } from './lineage-box.tsx';

// Across in shares of the width, down in px.
const BOX = { width: 80, height: 48 };
const GAP = { x: 20, y: 12 };
const HEAD = 28;

/** A share is so many px at least, and at most. */
const SCALE = 2.25;
const SCALE_MAX = 3.2;
/** How many boxes of a level are shown at first. */
const LEVEL_MAX = 8;

interface LineageMapProps extends LineageLevels {
  organizationId: string;
  /** The table that the page is about. */
  current: string;
  /** The documents that a change of the chosen column would concern. Null if none is chosen. */
  concerned: ReadonlySet<string> | null;
}

/** The lineage as boxes with lines between them. What is far off is reached by scrolling. */
export function LineageMap({
  organizationId,
  current,
  concerned,
  levels: all,
  links: between,
}: LineageMapProps) {
  const t = messages.use();
  const [isWhole, setWhole] = useState(false);
  const levels = isWhole
    ? all
    : all.map((level) => firstOf(level, ({ id }) => id === current || (concerned?.has(id) ?? false)));
  const left = all.flat().length - levels.flat().length;
  const shown = new Set(levels.flat().map(({ id }) => id));
  const links = between.filter(({ from, to }) => shown.has(from) && shown.has(to));
  const { above, below } = linesThrough(current, between);
  const places = placesOf(levels, links);
  const width = levels.length * (BOX.width + GAP.x) - GAP.x;
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + BOX.height;
  const isApart = (id: string) =>
    concerned !== null && nodes.some((node) => node.id === id && isDocument(node)) && !concerned.has(id);
  const nodes = levels.flat();
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? '';
  const isUsed = ({ from, to }: { from: string; to: string }) =>
    concerned === null
      ? (above.has(from) && above.has(to)) || (below.has(from) && below.has(to))
      : from === current && concerned.has(to);
  return (
    <>
      <Scroll tabIndex={0} role="group" aria-label={t('lineage.label')}>
        <Canvas style={{ minWidth: width * SCALE, maxWidth: width * SCALE_MAX, height }}>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
            {links
              .toSorted((one, other) => Number(isUsed(one)) - Number(isUsed(other)))
              .map((link) => (
                <path
                  key={`${link.from} ${link.to}`}
                  data-used={isUsed(link) || undefined}
                  d={curve(places.get(link.from)!, places.get(link.to)!)}
                />
              ))}
          </svg>
          {levels.map((level, at) => (
            <Head key={at} aria-hidden style={{ left: share(at * (BOX.width + GAP.x), width) }}>
              {t(`lineage.head_${headOf(level)}`)}
            </Head>
          ))}
          <ul>
            {nodes.map((node) => (
              <li
                key={node.id}
                style={placed(places.get(node.id)!, width)}
                data-apart={isApart(node.id) || undefined}
              >
                <LineageBox organizationId={organizationId} node={node} isCurrent={node.id === current} />
                <Sources names={links.filter(({ to }) => to === node.id).map(({ from }) => nameOf(from))} />
              </li>
            ))}
          </ul>
        </Canvas>
      </Scroll>
      {left > 0 && (
        <Row>
          <Button size="small" onClick={() => setWhole(true)}>
            {t('lineage.show_more', { count: left })}
          </Button>
        </Row>
      )}
    </>
  );
}

/** Returns as much of a level as can be taken in at once, what matters first. */
function firstOf(level: readonly LineageNode[], matters: (node: LineageNode) => boolean): LineageNode[] {
  const sorted = level.toSorted((one, other) => Number(matters(other)) - Number(matters(one)));
  const first = new Set(sorted.slice(0, LEVEL_MAX));
  return level.filter((node) => first.has(node));
}

/** What the lines say, for those who don't see them. */
function Sources({ names }: { names: readonly string[] }) {
  const t = messages.use();
  if (names.length === 0) return null;
  return <VisuallyHidden>{t('lineage.from', { names: names.join(', ') })}</VisuallyHidden>;
}

/** Returns what a column of the drawing has. */
function headOf(level: readonly LineageNode[]): 'source' | 'tables' | 'views' | 'used' {
  if (level.some(isDocument)) return 'used';
  if (level.every(({ kind }) => kind === 'connection')) return 'source';
  return level.every(({ kind }) => kind === 'view') ? 'views' : 'tables';
}

interface Place {
  x: number;
  y: number;
}

/**
 * Each level is a column below its heading. What is made of something that isn't in the level before is below all that
 * is between them, so that no line crosses a box.
 */
function placesOf(
  levels: readonly (readonly LineageNode[])[],
  links: LineageLevels['links'],
): Map<string, Place> {
  const columnOf = new Map(levels.flatMap((level, column) => level.map(({ id }) => [id, column] as const)));
  const places = new Map<string, Place>();
  for (const [column, level] of levels.entries()) {
    let next = 0;
    const firstRow = ({ id }: LineageNode): number => {
      const from = links.filter(({ to }) => to === id).map((link) => columnOf.get(link.from)!);
      const between = levels.slice(Math.min(column, ...from) + 1, column);
      return Math.max(0, ...between.map(({ length }) => length));
    };
    for (const node of level.toSorted((one, other) => firstRow(one) - firstRow(other))) {
      const row = Math.max(next, firstRow(node));
      next = row + 1;
      places.set(node.id, { x: column * (BOX.width + GAP.x), y: HEAD + row * (BOX.height + GAP.y) });
    }
  }
  return places;
}

/** Where something is across the drawing, which is as wide as there is room. */
const share = (x: number, width: number) => `${(x / width) * 100}%`;

const placed = ({ x, y }: Place, width: number) => ({
  left: share(x, width),
  top: y,
  width: share(BOX.width, width),
});

function curve(from: Place, to: Place): string {
  const [x1, y1, x2, y2] = [from.x + BOX.width, from.y + BOX.height / 2, to.x, to.y + BOX.height / 2];
  // Within the first gap, and from there straight on.
  const bend = x1 + GAP.x;
  const middle = (x1 + bend) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${bend} ${y2}H${x2}`;
}

const Scroll = styled('div')({ overflow: 'auto', padding: '8px 2px', maxHeight: 640 });
const Canvas = styled('div')({
  position: 'relative',
  '& > svg': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  '& > svg path': {
    fill: 'none',
    stroke: 'var(--line-2)',
    strokeWidth: 1.5,
    vectorEffect: 'non-scaling-stroke',
  },
  '& > svg path[data-used]': { stroke: 'var(--accent)' },
  '& [data-apart]': { opacity: 0.45 },
  '& li': { position: 'absolute', height: BOX.height },
});
const Head = styled('span')({
  position: 'absolute',
  top: 0,
  fontSize: 'var(--size-12)',
  fontWeight: 'var(--weight-medium)',
  color: 'var(--text-2)',
});
