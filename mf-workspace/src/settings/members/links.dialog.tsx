import { Button, CopyButton, Mono, Note, Row, Stack, styled, Text } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import type { SentInvitation } from './member.queries.ts';

/** Links of invitations to pass on by hand, shown once: only their hashes are kept. */
export function LinksDialog({ links, onClose }: { links: readonly SentInvitation[]; onClose(): void }) {
  const t = messages.use();
  const close = (
    <Button variant="primary" onClick={onClose}>
      {t('members.links_done')}
    </Button>
  );
  return (
    <Dialog open title={t('members.links_title', { count: links.length })} actions={close} onClose={onClose}>
      <Note>{t('members.links_text', { count: links.length })}</Note>
      <Stack gap={3} as="ul" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {links.map(({ id, email, link }) => (
          <li key={id}>
            <Text strong>{email}</Text>
            <Row nowrap justify="between">
              <Link>{link}</Link>
              <CopyButton text={link ?? ''} label={t('members.copy_link', { email })} />
            </Row>
          </li>
        ))}
      </Stack>
    </Dialog>
  );
}

const Link = styled(Mono)({ minWidth: 0, overflowWrap: 'anywhere', fontSize: 'var(--size-12)' });
