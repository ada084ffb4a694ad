import type { ServiceAccount } from '@headwater/shared/connecting';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { Button, IconButton, Mono, Row, Stack, Text, toast } from '@headwater/shared/ui';
import { IconMore, IconPlus } from '@headwater/shared/ui/icons';
import { ConfirmDialog, Menu, MenuItem } from '@headwater/shared/ui/menu';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame, Mark, RelativeTime } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { revokeToken, type ShownToken } from '../account.queries.ts';
import { TokenDialog } from './token.dialog.tsx';

type Token = ServiceAccount['tokens'][number];

interface TokenTableProps {
  account: ServiceAccount;
  /** A token was created, which is shown now or never. */
  onShown(token: ShownToken): void;
}

/** The account's tokens, which can be replaced and revoked. */
export function TokenTable({ account, onShown }: TokenTableProps) {
  const t = messages.use();
  const [asked, setAsked] = useState<{ what: 'create' } | { what: 'rotate' | 'revoke'; token: Token }>();
  const close = () => setAsked(undefined);
  const columns = useColumns(account.can.edit, setAsked);
  return (
    <Stack gap={3}>
      <Row justify="between">
        <h2>{t('accounts.tokens')}</h2>
        {account.can.edit && (
          <Button
            size="small"
            icon={<IconPlus />}
            aria-haspopup="dialog"
            onClick={() => setAsked({ what: 'create' })}
          >
            {t('accounts.create_token')}
          </Button>
        )}
      </Row>
      <Frame bleed>
        <DataTable
          label={t('accounts.tokens')}
          columns={columns}
          rows={account.tokens}
          rowKey={({ id }) => id}
          density="roomy"
        />
      </Frame>
      {asked && asked.what !== 'revoke' && (
        <TokenDialog
          account={account}
          replaced={asked.what === 'rotate' ? asked.token : null}
          onCancel={close}
          onCreated={(token) => {
            close();
            onShown(token);
          }}
        />
      )}
      {asked?.what === 'revoke' && <RevokeDialog account={account} token={asked.token} onClose={close} />}
    </Stack>
  );
}

function useColumns(
  canEdit: boolean,
  ask: (asked: { what: 'rotate' | 'revoke'; token: Token }) => void,
): DataTableColumn<Token>[] {
  const t = messages.use();
  return [
    { id: 'hint', head: t('accounts.token'), rowHead: true, cell: ({ hint }) => <Mono>{hint}</Mono> },
    { id: 'state', head: t('accounts.status'), cell: (token) => <TokenState token={token} /> },
    {
      id: 'used',
      head: t('accounts.last_used'),
      hideBelow: 600,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime iso={lastUsedAt} /> : t('accounts.never')),
    },
    {
      id: 'created',
      head: t('accounts.created_by'),
      hideBelow: 900,
      cell: ({ createdBy }) => createdBy,
    },
    ...(canEdit
      ? [
          {
            id: 'actions',
            head: '',
            align: 'end' as const,
            cell: (token: Token) =>
              token.state === 'active' && (
                <Menu
                  align="end"
                  trigger={(wiring) => (
                    <IconButton
                      {...wiring}
                      size="small"
                      label={t('accounts.more_for', { token: token.hint })}
                    >
                      <IconMore />
                    </IconButton>
                  )}
                >
                  <MenuItem aria-haspopup="dialog" onSelect={() => ask({ what: 'rotate', token })}>
                    {t('accounts.rotate_more')}
                  </MenuItem>
                  <MenuItem danger aria-haspopup="dialog" onSelect={() => ask({ what: 'revoke', token })}>
                    {t('accounts.revoke_more')}
                  </MenuItem>
                </Menu>
              ),
          },
        ]
      : []),
  ];
}

function TokenState({ token: { state, expiresAt, revokedAt } }: { token: Token }) {
  const t = messages.use();
  const when = (iso: string) => () => <RelativeTime iso={iso} />;
  if (state === 'active')
    return (
      <Mark glyph="synced" tone="ok" words={t.rich('accounts.token_expires', { when: when(expiresAt) })} />
    );
  const words =
    state === 'expired'
      ? t.rich('accounts.token_expired', { when: when(expiresAt) })
      : t.rich('accounts.token_revoked', { when: when(revokedAt!) });
  return <Mark glyph="never" tone="none" words={words} />;
}

function RevokeDialog({
  account,
  token,
  onClose,
}: {
  account: ServiceAccount;
  token: Token;
  onClose(): void;
}) {
  const t = messages.use();
  const errorText = useErrorText();
  const { organizationId = '' } = useParams();
  const revoke = useMutation({
    mutationFn: () => revokeToken(organizationId, account.id, token.id),
    onSuccess: () => toast.success(t('accounts.revoked')),
    onError: (error) => toast.error(errorText(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      danger
      title={t('accounts.revoke_question')}
      confirm={t('accounts.revoke_token')}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onCancel={onClose}
    >
      <p>{t('accounts.revoke_text')}</p>
      <Text>
        <Mono>{token.hint}</Mono>
      </Text>
    </ConfirmDialog>
  );
}
