import { styled, VisuallyHidden } from '@headwater/shared/ui';
import { messages } from '../../../messages.ts';
import { lineDiff } from './line-diff.ts';

/** Two texts line by line, with what was removed and added. */
export function ChangedLines({ before, after, label }: { before: string; after: string; label: string }) {
  const t = messages.use();
  return (
    <Lines tabIndex={0} aria-label={label}>
      {lineDiff(before, after).map(({ kind, text }, at) => (
        <span key={at} data-kind={kind}>
          <i aria-hidden>{kind === 'added' ? '+' : kind === 'removed' ? '−' : ' '}</i>
          {kind !== 'same' && <VisuallyHidden>{t(`saved.line_${kind}`)} </VisuallyHidden>}
          {text}
          {'\n'}
        </span>
      ))}
    </Lines>
  );
}

const Lines = styled('pre')({
  margin: 0,
  padding: '8px 0',
  maxHeight: 320,
  overflow: 'auto',
  borderRadius: 'var(--radius)',
  border: 'var(--hair)',
  background: 'var(--surface)',
  fontFamily: 'var(--font-mono)',
  fontSize: 12,
  lineHeight: '20px',
  '& > span': { display: 'block', minWidth: 'max-content', padding: '0 12px', whiteSpace: 'pre' },
  '& i': { display: 'inline-block', width: 16, fontStyle: 'normal', color: 'var(--text-3)' },
  '& [data-kind="added"]': { background: 'var(--ok-soft)' },
  '& [data-kind="removed"]': { background: 'var(--bad-soft)' },
});
