import { useQuery } from '@headwater/shared/query';
import { Link, paths } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Cut, Note, QueryBoundary, Skeleton, styled, VisuallyHidden } from '@headwater/shared/ui';
import { IconCode, IconData, IconReports, IconSources, IconTools } from '@headwater/shared/ui/icons';
import { messages } from '../../messages.ts';
import { sqlViewQueries } from '../../sql-view/sql-view.queries.ts';
import { levelsOf, type LineageLevels, type LineageNode } from './levels.ts';

const BOX = { width: 208, height: 44 };
const GAP = { x: 72, y: 12 };

/** Where a table's rows come from, and what is made of them. */
export function TableLineage({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  const lineage = useQuery(sqlViewQueries.lineage(address));
  return (
    <QueryBoundary
      query={lineage}
      thing={t('lineage.thing')}
      loading={<Skeleton width="100%" height={160} />}
    >
      {(found) => {
        const drawn = levelsOf(found);
        return (
          <>
            <Drawing organizationId={address.organizationId} current={table.id} {...drawn} />
            {found.documentCount > found.documents.length && (
              <Note>{t('lineage.more', { count: found.documentCount - found.documents.length })}</Note>
            )}
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
}

function Drawing({ organizationId, current, levels, links }: DrawingProps) {
  const t = messages.use();
  const places = placesOf(levels);
  const width = levels.length * (BOX.width + GAP.x) - GAP.x;
  const height = Math.max(...levels.map(({ length }) => length)) * (BOX.height + GAP.y) - GAP.y;
  const nodes = levels.flat();
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? '';
  return (
    <Scroll tabIndex={0} role="group" aria-label={t('lineage.label')}>
      <Canvas style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {links.map(({ from, to }) => (
            <path key={`${from} ${to}`} d={curve(places.get(from)!, places.get(to)!)} />
          ))}
        </svg>
        <ul>
          {nodes.map((node) => (
            <li key={node.id} style={placed(places.get(node.id)!)}>
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
};

function pathTo(organizationId: string, { kind, id, name, sourceConnectionId }: LineageNode): string {
  if (kind === 'report') return paths.report(organizationId, id);
  if (kind === 'saved_query') return paths.sqlEditor(organizationId, { query: id });
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

/** Each level is a column, in the middle of the drawing's height. */
function placesOf(levels: readonly (readonly LineageNode[])[]): Map<string, Place> {
  const most = Math.max(...levels.map(({ length }) => length));
  const step = BOX.height + GAP.y;
  return new Map(
    levels.flatMap((level, column) =>
      level.map((node, row) => [
        node.id,
        { x: column * (BOX.width + GAP.x), y: (row + (most - level.length) / 2) * step },
      ]),
    ),
  );
}

const placed = ({ x, y }: Place) => ({ left: x, top: y });

function curve(from: Place, to: Place): string {
  const [x1, y1, x2, y2] = [from.x + BOX.width, from.y + BOX.height / 2, to.x, to.y + BOX.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

const Scroll = styled('div')({ overflow: 'auto', padding: '8px 2px', maxHeight: 640 });
const Canvas = styled('div')({
  position: 'relative',
  '& > svg': { position: 'absolute', inset: 0 },
  '& path': { fill: 'none', stroke: 'var(--line-3, var(--line-2))', strokeWidth: 1.5 },
  '& li': { position: 'absolute', width: BOX.width, height: BOX.height },
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
