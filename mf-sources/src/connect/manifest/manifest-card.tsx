import type { FormFault } from '@headwater/shared/contract';
import { Button, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { FaultList } from './manifest-faults.tsx';

interface ManifestCardProps {
  text: string;
  streams: readonly string[];
  notices: readonly FormFault[];
  onEdit(): void;
}

const NAMED = 4;

/** The manifest in use, above the form that is made from it. */
export function ManifestCard({ text, streams, notices, onEdit }: ManifestCardProps) {
  const t = messages.use();
  const more = streams.length - NAMED;
  const names = streams.slice(0, NAMED).join(', ');
  return (
    <Box>
      <div>
        <strong>{t('manifest.in_use', { lines: text.split('\n').length })}</strong>
        <span>
          {t('manifest.streams', { count: streams.length })}:{' '}
          {more > 0 ? t('manifest.more', { names, more }) : names}
        </span>
        {notices.length > 0 && (
          <details>
            <summary>{t('manifest.notices', { count: notices.length })}</summary>
            <FaultList faults={notices} />
          </details>
        )}
      </div>
      <Button size="small" onClick={onEdit}>
        {t('manifest.edit')}
      </Button>
    </Box>
  );
}

const Box = styled('section')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) max-content',
  gap: 12,
  alignItems: 'start',
  padding: '12px 14px',
  border: '1px solid var(--line)',
  borderRadius: 'var(--radius-in)',
  fontSize: 'var(--size-13)',
  '& > div': { display: 'grid', gap: 3 },
  '& strong': { fontWeight: 'var(--weight-medium)' },
  '& span, & summary': { color: 'var(--text-2)', overflowWrap: 'anywhere' },
  '& summary': { cursor: 'pointer', width: 'max-content', maxWidth: '100%' },
});
