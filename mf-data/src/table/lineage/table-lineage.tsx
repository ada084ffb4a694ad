import { useQuery } from '@headwater/shared/query';
import { Link, paths, useSearchParams } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import {
  CompactSelect,
  Cut,
  Note,
  QueryBoundary,
  Row,
  Skeleton,
  Spacer,
  styled,
  Text,
  VisuallyHidden,
} from '@headwater/shared/ui';
import { IconCode, IconData, IconKey, IconReports, IconSources, IconTools } from '@headwater/shared/ui/icons';
import { messages } from '../../messages.ts';
import { sqlViewQueries } from '../../sql-view/sql-view.queries.ts';
import { ColumnImpact } from './column-impact.tsx';
import { impactOf, viewsUsing } from './impact.ts';
import { levelsOf, type LineageLevels, type LineageNode } from './levels.ts';

const BOX = { width: 180, height: 44 };
const GAP = { x: 48, y: 12 };
const HEAD = 28;

/** Where a table's rows come from, and what is made of them. */
export function TableLineage({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  const lineage = useQuery(sqlViewQueries.lineage(address));
  const [query, setQuery] = useSearchParams();
  const { organizationId } = address;
  const chosen = query.get('column') ?? '';
  const column = table.columns.some(({ name }) => name === chosen) ? chosen : '';
  const choose = (name: string) =>
    setQuery(
      (latest) => {
        if (name === '') latest.delete('column');
        else latest.set('column', name);
        return latest;
      },
      { replace: true },
    );
  return (
    <QueryBoundary
      query={lineage}
      thing={t('lineage.thing')}
      loading={<Skeleton width="100%" height={160} />}
    >
      {(found) => {
        const drawn = levelsOf(found);
        const views = viewsUsing(found, column);
        const { report: reports, saved_query: queries, service_account: accounts } = found.counts;
        const unlisted = reports + queries + accounts - found.documents.length;
        return (
          <>
            <Row>
              <Text tone="muted" size={13}>
                {t('lineage.summary', {
                  views: found.tables.filter(({ id, isView }) => isView && id !== table.id).length,
                  ...{ reports, queries, accounts },
                })}
              </Text>
              <Spacer />
              {(found.documents.length > 0 || found.views.length > 0) && (
                <CompactSelect
                  label={t('lineage.column')}
                  value={column}
                  options={[
                    { value: '', label: t('lineage.all_columns') },
                    ...table.columns.map(({ name }) => ({ value: name, label: name })),
                  ]}
                  onChange={choose}
                />
              )}
            </Row>
            <Drawing
              organizationId={organizationId}
              current={table.id}
              concerned={
                column === ''
                  ? null
                  : new Set(impactOf(found.documents, column).map(({ document }) => document.id))
              }
              {...drawn}
            />
            {column !== '' && (
              <ColumnImpact
                column={column}
                documents={found.documents}
                count={found.columnUses.find(({ name }) => name === column)?.documents ?? 0}
                views={views}
                pathOf={({ id, type, name }) =>
                  pathTo(organizationId, { id, kind: type, name, sourceConnectionId: null })
                }
              />
            )}
            {unlisted > 0 && <Note>{t('lineage.more', { count: unlisted })}</Note>}
            {!drawn.links.some(({ from }) => from === table.id) && (
              <Note>{t('lineage.unused', { table: table.tableName })}</Note>
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}

interface DrawingProps extends LineageLevels {
  organizationId: string;
  /** The table that the page is about. */
  current: string;
  /** The documents that a change of the chosen column would concern. Null if none is chosen. */
  concerned: ReadonlySet<string> | null;
}

function Drawing({ organizationId, current, concerned, levels, links }: DrawingProps) {
  const t = messages.use();
  const places = placesOf(levels, links);
  const width = levels.length * (BOX.width + GAP.x) - GAP.x;
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + BOX.height;
  const isApart = (id: string) =>
    concerned !== null && nodes.some((node) => node.id === id && isDocument(node)) && !concerned.has(id);
  const nodes = levels.flat();
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? '';
  return (
    <Scroll tabIndex={0} role="group" aria-label={t('lineage.label')}>
      <Canvas style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {links.map(({ from, to }) => (
            <path
              key={`${from} ${to}`}
              data-used={(concerned?.has(to) && from === current) || undefined}
              d={curve(places.get(from)!, places.get(to)!)}
            />
          ))}
        </svg>
        {levels.map((level, at) => (
          <Head key={at} aria-hidden style={{ left: at * (BOX.width + GAP.x) }}>
            {t(`lineage.head_${headOf(level)}`)}
          </Head>
        ))}
        <ul>
          {nodes.map((node) => (
            <li key={node.id} style={placed(places.get(node.id)!)} data-apart={isApart(node.id) || undefined}>
              <Box organizationId={organizationId} node={node} isCurrent={node.id === current} />
              <Sources names={links.filter(({ to }) => to === node.id).map(({ from }) => nameOf(from))} />
            </li>
          ))}
        </ul>
      </Canvas>
    </Scroll>
  );
}

/** What the lines say, for those who don't see them. */
function Sources({ names }: { names: readonly string[] }) {
  const t = messages.use();
  if (names.length === 0) return null;
  return <VisuallyHidden>{t('lineage.from', { names: names.join(', ') })}</VisuallyHidden>;
}

interface BoxProps {
  organizationId: string;
  node: LineageNode;
  isCurrent: boolean;
}

const ICONS = {
  connection: IconSources,
  table: IconData,
  view: IconCode,
  report: IconReports,
  saved_query: IconTools,
  service_account: IconKey,
};

const isDocument = ({ kind }: LineageNode) =>
  kind === 'report' || kind === 'saved_query' || kind === 'service_account';

/** Returns what a column of the drawing has. */
function headOf(level: readonly LineageNode[]): 'source' | 'tables' | 'views' | 'used' {
  if (level.some(isDocument)) return 'used';
  if (level.every(({ kind }) => kind === 'connection')) return 'source';
  return level.every(({ kind }) => kind === 'view') ? 'views' : 'tables';
}

function pathTo(organizationId: string, { kind, id, name, sourceConnectionId }: LineageNode): string {
  if (kind === 'report') return paths.report(organizationId, id);
  if (kind === 'saved_query') return paths.sqlEditor(organizationId, { query: id });
  if (kind === 'service_account') return paths.serviceAccount(organizationId, id);
  if (kind === 'connection') return paths.sourceConnection(organizationId, id);
  return `${paths.table(organizationId, sourceConnectionId ?? '', name)}?tab=lineage`;
}

function Box({ organizationId, node, isCurrent }: BoxProps) {
  const t = messages.use();
  const { name } = node;
  const Icon = ICONS[node.kind];
  const kind = t(`lineage.${node.kind}`);
  return (
    <Pick to={pathTo(organizationId, node)} aria-current={isCurrent ? 'page' : undefined} title={name}>
      <Icon size={16} />
      <span>
        <Cut>{name}</Cut>
        <small>{kind}</small>
      </span>
    </Pick>
  );
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

const placed = ({ x, y }: Place) => ({ left: x, top: y });

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
  '& > svg': { position: 'absolute', inset: 0 },
  '& > svg path': { fill: 'none', stroke: 'var(--line-2)', strokeWidth: 1.5 },
  '& > svg path[data-used]': { stroke: 'var(--accent)' },
  '& [data-apart]': { opacity: 0.45 },
  '& li': { position: 'absolute', width: BOX.width, height: BOX.height },
});
const Head = styled('span')({
  position: 'absolute',
  top: 0,
  fontSize: 'var(--size-12)',
  fontWeight: 'var(--weight-medium)',
  color: 'var(--text-2)',
});
const Pick = styled(Link)({
  display: 'flex',
  gap: 10,
  alignItems: 'center',
  height: '100%',
  padding: '0 12px',
  borderRadius: 'var(--radius)',
  border: '1px solid var(--line-2)',
  background: 'var(--surface)',
  color: 'var(--text)',
  fontSize: 'var(--size-13)',
  '&:hover': { background: 'var(--surface-2)', textDecoration: 'none' },
  '&[aria-current]': { borderColor: 'var(--accent)', boxShadow: 'inset 0 0 0 1px var(--accent)' },
  '& > svg': { flex: 'none', color: 'var(--icon)' },
  '& > span': { display: 'grid', minWidth: 0 },
  '& small': { fontSize: 11, lineHeight: 1.3, color: 'var(--text-3)' },
});
