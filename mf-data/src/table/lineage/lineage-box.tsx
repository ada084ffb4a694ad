import { Link, paths } from '@headwater/shared/routing';
import { Cut, styled } from '@headwater/shared/ui';
import { IconCode, IconData, IconKey, IconReports, IconSources, IconTools } from '@headwater/shared/ui/icons';
import { messages } from '../../messages.ts';
import type { LineageNode } from './levels.ts';

interface LineageBoxProps {
  organizationId: string;
  node: LineageNode;
  isCurrent: boolean;
}

export const LINEAGE_ICONS = {
  connection: IconSources,
  table: IconData,
  view: IconCode,
  report: IconReports,
  saved_query: IconTools,
  service_account: IconKey,
};

/** Whether something only reads tables. */
export const isDocument = ({ kind }: LineageNode) =>
  kind === 'report' || kind === 'saved_query' || kind === 'service_account';

/** Returns where a part of the lineage leads. */
export function pathTo(
  organizationId: string,
  { kind, id, name, sourceConnectionId }: Omit<LineageNode, 'sourceConnectionName'>,
): string {
  if (kind === 'report') return paths.report(organizationId, id);
  if (kind === 'saved_query') return paths.sqlEditor(organizationId, { query: id });
  if (kind === 'service_account') return paths.serviceAccount(organizationId, id);
  if (kind === 'connection') return paths.sourceConnection(organizationId, id);
  return `${paths.table(organizationId, sourceConnectionId ?? '', name)}?tab=lineage`;
}

/** Returns what a part of the lineage is, and of a table, where it is from. */
export function useLineageWords(): (node: LineageNode) => string {
  const t = messages.use();
  return ({ kind, sourceConnectionName: source }) =>
    kind === 'table' && source !== null ? t('lineage.table_in', { source }) : t(`lineage.${kind}`);
}

/** A part of the lineage as a box that leads to it. */
export function LineageBox({ organizationId, node, isCurrent }: LineageBoxProps) {
  const wordsOf = useLineageWords();
  const { name } = node;
  const Icon = LINEAGE_ICONS[node.kind];
  return (
    <Pick to={pathTo(organizationId, node)} aria-current={isCurrent ? 'page' : undefined} title={name}>
      <Icon size={16} />
      <span>
        <Cut>{name}</Cut>
        <small>{wordsOf(node)}</small>
      </span>
    </Pick>
  );
}

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
  '&[aria-current]': {
    borderColor: 'var(--accent)',
    background: 'var(--accent-soft)',
    '& > svg': { color: 'var(--accent-text)' },
  },
  '& > svg': { flex: 'none', color: 'var(--icon)' },
  '& > span': { display: 'grid', minWidth: 0 },
  '& small': { fontSize: 11, lineHeight: 1.3, color: 'var(--text-3)' },
});
