import { Button, styled, useSlow } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { ColumnSearch } from './use-column-matches.ts';

/** Shows at the end of the list whether the search in the columns is complete. Nothing above it moves. */
export function ColumnSearchState({ search }: { search: ColumnSearch }) {
  const t = messages.use();
  const isSlow = useSlow(search.state === 'searching');
  return (
    <div role="status">
      {isSlow && <Line data-over>{t('columns.searching')}</Line>}
      {search.state === 'failed' && (
        <Line>
          {t('columns.failed')}
          <Button variant="ghost" size="small" onClick={search.retry}>
            {t('columns.retry')}
          </Button>
        </Line>
      )}
      {search.cut && <Line>{t('columns.cut')}</Line>}
    </div>
  );
}

const Line = styled('p')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 32,
  padding: '3px 24px',
  borderTop: 'var(--hair)',
  background: 'var(--surface)',
  color: 'var(--text-2)',
  fontSize: 'var(--size-12)',
  // A short-lived message is laid over the list instead of taking up space.
  '&[data-over]': { position: 'absolute', inset: 'auto 0 0' },
  '@media (max-width: 600px)': { paddingInline: 16 },
});
