import { Link } from '@headwater/shared/routing';
import { Cut, styled } from '@headwater/shared/ui';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { LineageLevels, LineageNode } from './levels.ts';
import { isDocument, LINEAGE_ICONS, pathTo, useLineageWords } from './lineage-box.tsx';

interface LineageListProps extends LineageLevels {
  organizationId: string;
  /** The table that the page is about. */
  current: string;
  /** The documents that a change of the chosen column would concern. Null if none is chosen. */
  concerned: ReadonlySet<string> | null;
}

/** What the map shows, line by line: from the sources to what reads their tables. Of documents, those of the chosen column. */
export function LineageList({ organizationId, current, concerned, levels, links }: LineageListProps) {
  const t = messages.use();
  const wordsOf = useLineageWords();
  const nodes = levels.flat();
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const sourcesOf = ({ id }: LineageNode) =>
    links.flatMap(({ from, to }) => (to === id ? (names.get(from) ?? []) : [])).join(', ');
  const columns: DataTableColumn<LineageNode>[] = [
    {
      id: 'name',
      head: t('lineage.col_name'),
      rowHead: true,
      cell: (node) => {
        const Icon = LINEAGE_ICONS[node.kind];
        const sources = sourcesOf(node);
        return (
          <Name>
            <Icon size={16} />
            <span>
              <Link
                to={pathTo(organizationId, node)}
                aria-current={node.id === current ? 'page' : undefined}
                title={node.name}
              >
                {node.name}
              </Link>
              <small className="hw-narrow">{wordsOf(node)}</small>
              {sources !== '' && <small className="hw-narrow">{t('lineage.from', { names: sources })}</small>}
            </span>
          </Name>
        );
      },
    },
    { id: 'kind', head: t('lineage.col_kind'), cell: wordsOf, hideBelow: 600, width: '26%' },
    {
      id: 'from',
      head: t('lineage.col_from'),
      cell: (node) => <Cut title={sourcesOf(node)}>{sourcesOf(node) || '–'}</Cut>,
      hideBelow: 600,
      width: '36%',
    },
  ];
  const shown = nodes.filter((node) => concerned === null || !isDocument(node) || concerned.has(node.id));
  return (
    <div role="group" aria-label={t('lineage.label')}>
      <Frame bleed>
        <DataTable
          label={t('lineage.label')}
          columns={columns}
          rows={shown}
          rowKey={({ id }) => id}
          isSelected={({ id }) => id === current}
        />
      </Frame>
    </div>
  );
}

const Name = styled('span')({
  display: 'flex',
  gap: 10,
  alignItems: 'center',
  minWidth: 0,
  '& > svg': { flex: 'none', color: 'var(--icon)' },
  '& > span': { display: 'grid', minWidth: 0 },
  '& a': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': {
    fontSize: 'var(--size-12)',
    fontWeight: 'var(--weight-text)',
    color: 'var(--text-2)',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
});
