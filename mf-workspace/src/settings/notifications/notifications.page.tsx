import { CHANNELS_MAX, type ChannelKind } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { useParams, useTitle } from '@headwater/shared/routing';
import { Banner, Button, QueryBoundary, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { IconBell, IconMail, IconPlus } from '@headwater/shared/ui/icons';
import { Menu, MenuItem } from '@headwater/shared/ui/menu';
import { EmptyState, Toolbar } from '@headwater/shared/ui/workspace';
import { useState, type ReactNode } from 'react';
import { ChannelDialog } from './channel.dialog.tsx';
import { ChannelList } from './channel-list.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { noticeMessages } from './messages.ts';
import { channelsQuery, mailQuery, type Channel } from './notification.queries.ts';
import { SecretDialog } from './secret.dialog.tsx';

/** Who is told what happens in the workspace without anyone doing it, by email and by webhook. */
export function NotificationsPage() {
  const t = noticeMessages.use();
  const { organizationId = '' } = useParams();
  const channels = useQuery(channelsQuery(organizationId));
  const mail = useQuery(mailQuery);
  const [adding, setAdding] = useState<ChannelKind | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  // Until it's known, nothing is said about it.
  const hasMail = mail.data?.mail ?? true;
  useTitle(t('notice.title'));
  return (
    <>
      {!hasMail && (
        <Banner tone="info" role="note">
          {t('notice.mail_off')}
        </Banner>
      )}
      <QueryBoundary
        query={channels}
        thing={t('notice.thing')}
        loading={<Skeleton width="100%" height={200} />}
      >
        {(all) => (
          <Channels
            channels={all}
            hasMail={hasMail}
            add={<AddChannel channels={all} hasMail={hasMail} onAdd={setAdding} />}
          />
        )}
      </QueryBoundary>
      {adding && (
        <ChannelDialog
          kind={adding}
          onSaved={(made) => {
            setAdding(null);
            setSecret(made);
          }}
          onCancel={() => setAdding(null)}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onDone={() => setSecret(null)} />}
    </>
  );
}

interface ChannelsProps {
  channels: readonly Channel[];
  hasMail: boolean;
  add: ReactNode;
}

function Channels({ channels, hasMail, add }: ChannelsProps) {
  const t = noticeMessages.use();
  if (channels.length === 0)
    return (
      <EmptyState icon={<IconBell size={20} />} title={t('notice.empty')} action={add}>
        {t('notice.empty_text')}
      </EmptyState>
    );
  return (
    <Stack gap={8}>
      <Section aria-label={t('notice.channels')}>
        <Toolbar>
          <h2>{t('notice.channels')}</h2>
          {add}
        </Toolbar>
        <ChannelList channels={channels} hasMail={hasMail} />
      </Section>
      <DeliveryLog channels={channels} />
    </Stack>
  );
}

interface AddChannelProps {
  channels: readonly Channel[];
  hasMail: boolean;
  onAdd(kind: ChannelKind): void;
}

function AddChannel({ channels, hasMail, onAdd }: AddChannelProps) {
  const t = noticeMessages.use();
  const isFull = channels.length >= CHANNELS_MAX;
  return (
    <Menu
      align="end"
      trigger={({ onClick, ...wiring }) => (
        <Button
          variant={channels.length === 0 ? 'primary' : 'secondary'}
          size={channels.length === 0 ? 'medium' : 'small'}
          icon={<IconPlus />}
          disabledReason={isFull ? t('notice.full', { most: CHANNELS_MAX }) : undefined}
          onClick={onClick}
          {...wiring}
        >
          {t('notice.add')}
        </Button>
      )}
    >
      <MenuItem
        icon={<IconMail />}
        disabledReason={hasMail ? undefined : t('notice.kind.email_off')}
        aria-haspopup="dialog"
        onSelect={() => onAdd('email')}
      >
        {t('notice.kind.email')}
      </MenuItem>
      <MenuItem icon={<IconBell />} aria-haspopup="dialog" onSelect={() => onAdd('webhook')}>
        {t('notice.kind.webhook')}
      </MenuItem>
    </Menu>
  );
}

const Section = styled('section')({ display: 'grid', gap: 12, '& h2': { fontSize: 'var(--size-14)' } });
