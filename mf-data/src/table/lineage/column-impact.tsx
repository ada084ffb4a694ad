import { Link } from '@headwater/shared/routing';
import { Banner, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { impactOf } from './impact.ts';
import type { LineageDocument } from './levels.ts';

interface ColumnImpactProps {
  column: string;
  /** The first ones that read the table, and how many of all use the column. */
  documents: readonly LineageDocument[];
  count: number;
  /** The views that use it. */
  views: readonly string[];
  pathOf(document: LineageDocument): string;
}

/** What a change of a column would break. */
export function ColumnImpact({ column, documents, count, views, pathOf }: ColumnImpactProps) {
  const t = messages.use();
  const concerned = impactOf(documents, column);
  return (
    <Banner tone="info" role="status">
      <strong>{t('lineage.impact', { column, count: count + views.length })}</strong>
      {concerned.length > 0 && (
        <List>
          {concerned.map(({ document, cards }) => (
            <li key={document.id}>
              <Link to={pathOf(document)}>{document.name}</Link>
              {cards.length > 0 && `: ${cards.map((name) => name || t('reports.card')).join(', ')}`}
            </li>
          ))}
        </List>
      )}
      {count > concerned.length && <div>{t('lineage.impact_more', { count: count - concerned.length })}</div>}
      {views.length > 0 && (
        <div>{t('lineage.impact_views', { count: views.length, names: views.join(', ') })}</div>
      )}
    </Banner>
  );
}

const List = styled('ul')({ display: 'grid', gap: 4, listStyle: 'none', margin: '4px 0', padding: 0 });
