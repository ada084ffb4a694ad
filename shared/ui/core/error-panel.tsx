import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Glyph } from '../icons/glyphs.tsx';
import { IconRefresh } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

export interface ErrorPanelProps {
  /** What failed, and of what: "Couldn't load the tables of shop-db". */
  title: string;
  /** Why, and what to do. */
  children?: ReactNode;
  onRetry?(): void;
  retrying?: boolean;
  /** From ApiError, shown for support with a button to copy it. */
  requestId?: string | null;
  /** Another button next to Retry. */
  action?: ReactNode;
}

/** Replaces what couldn't be loaded: shows what failed, what to do, Retry, and the request ID. */
export function ErrorPanel({ title, children, onRetry, retrying, requestId, action }: ErrorPanelProps) {
  const t = uiMessages.use();
  return (
    <Root role="alert">
      <Glyph name="failed" size={20} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {(onRetry || action) && (
        <Actions>
          {onRetry && (
            <Button icon={<IconRefresh />} busy={retrying} onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
          {action}
        </Actions>
      )}
      {requestId && (
        <Request>
          {t('request_id', { id: requestId })}
          <CopyButton text={requestId} label={t('copy_request_id')} />
        </Request>
      )}
    </Root>
  );
}

const Root = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  textAlign: 'center',
  gap: 8,
  padding: '56px 20px',
  '& > .hw-icon': { color: 'var(--bad)' },
  '& h2': { fontSize: 'var(--size-16)', overflowWrap: 'anywhere' },
  '& > p': { color: 'var(--text-2)', maxWidth: '56ch', marginBottom: 8 },
});
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'center' });
const Request = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  marginTop: 8,
  fontSize: 'var(--size-12)',
  color: 'var(--text-3)',
  '& span': { overflowWrap: 'anywhere' },
});
