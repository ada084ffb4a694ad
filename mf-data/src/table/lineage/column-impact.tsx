import { Link } from '@headwater/shared/routing';
import { Banner, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { impactOf } from './impact.ts';
import type { LineageDocument } from './levels.ts';

interface ColumnImpactProps {
  column: string;
  documents: readonly LineageDocument[];
  /** Views that read the table, of which nobody knows which columns they use. */
  views: readonly string[];
  pathOf(document: LineageDocument): string;
}

/** What a change of a column would break. */
export function ColumnImpact({ column, documents, views, pathOf }: ColumnImpactProps) {
  const t = messages.use();
  const concerned = impactOf(documents, column);
  return (
    <Banner tone="info" role="status">
      <strong>{t('lineage.impact', { column, count: concerned.length })}</strong>
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
      {views.length > 0 && (
        <div>{t('lineage.impact_views', { count: views.length, names: views.join(', ') })}</div>
      )}
    </Banner>
  );
}

const List = styled('ul')({ display: 'grid', gap: 4, listStyle: 'none', margin: '4px 0', padding: 0 });
