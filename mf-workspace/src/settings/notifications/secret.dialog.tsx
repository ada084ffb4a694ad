import { Button, CopyButton, InlineCode, Mono, Row, styled, Text } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { noticeMessages } from './messages.ts';

/** A webhook's secret that was just made. Nobody can see it again. */
export function SecretDialog({ secret, onDone }: { secret: string; onDone(): void }) {
  const t = noticeMessages.use();
  const done = (
    <Button variant="primary" onClick={onDone}>
      {t('notice.secret_done')}
    </Button>
  );
  return (
    <Dialog open title={t('notice.secret_title')} actions={done} onClose={onDone}>
      <p>{t('notice.secret_text')}</p>
      <Box justify="between" nowrap>
        <Secret>{secret}</Secret>
        <CopyButton text={secret} label={t('notice.secret_copy')} wordy />
      </Box>
      <Text as="p" size={13} tone="muted">
        {t('notice.secret_how')} <InlineCode>webhook-id</InlineCode>{' '}
        <InlineCode>webhook-timestamp</InlineCode> <InlineCode>webhook-signature</InlineCode>
      </Text>
    </Dialog>
  );
}

const Box = styled(Row)({ padding: 12, borderRadius: 'var(--radius)', background: 'var(--surface-2)' });
const Secret = styled(Mono)({ overflowWrap: 'anywhere', minWidth: 0, flex: 1, color: 'var(--text)' });
