import { paths } from '@headwater/shared/routing';
import { Button, CopyButton, styled, Text } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';

/** A link that has just been created. Its URL can't be shown again. */
export function NewLink({ token, onAnother }: { token: string; onAnother(): void }) {
  const t = messages.use();
  const url = window.location.origin + paths.sharedReport(token);
  return (
    <Root role="status">
      <Line>
        <input
          readOnly
          aria-label={t('share.link')}
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={url} label={t('share.copy')} wordy />
      </Line>
      <Text tone="muted" size={13}>
        {t('share.copy_now')}
      </Text>
      <Button size="small" onClick={onAnother}>
        {t('share.another')}
      </Button>
    </Root>
  );
}

const Root = styled('div')({ display: 'grid', gap: 8, justifyItems: 'start' });
const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  alignItems: 'center',
  width: '100%',
  '& > input': {
    flex: '1 1 220px',
    minWidth: 0,
    height: 'var(--control)',
    padding: '0 10px',
    border: '1px solid var(--control-line)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface-2)',
    color: 'var(--text)',
    font: '400 var(--size-12)/1 var(--font-mono)',
  },
});
