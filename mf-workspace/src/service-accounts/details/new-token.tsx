import { Button, CopyButton, Mono, Row, Stack, styled, Text } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import type { ShownToken } from '../account.queries.ts';

/** A token that was just created. Nobody can see it again. */
export function NewToken({ token: { token }, onDone }: { token: ShownToken; onDone(): void }) {
  const t = messages.use();
  return (
    <Box aria-label={t('accounts.copy_now')}>
      <Stack gap={2}>
        <h2>{t('accounts.copy_now')}</h2>
        <Row justify="between">
          <Secret>{token}</Secret>
          <CopyButton text={token} label={t('accounts.copy_token')} wordy />
        </Row>
        <Text as="p" size={13} tone="muted">
          {t('accounts.shown_once')}
        </Text>
        <div>
          <Button size="small" onClick={onDone}>
            {t('accounts.done')}
          </Button>
        </div>
      </Stack>
    </Box>
  );
}

const Box = styled('section')({
  padding: 16,
  borderRadius: 'var(--radius)',
  background: 'var(--surface-2)',
  boxShadow: 'inset 0 0 0 1px var(--accent-line)',
});
const Secret = styled(Mono)({ overflowWrap: 'anywhere', minWidth: 0, flex: 1, fontSize: 'var(--size-14)' });
