import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { Button, QueryBoundary, Skeleton, styled, Text, toast } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { isLive, revokeShareLink, shareLinks, type ShareLink } from './share.queries.ts';

interface ShareLinksProps {
  organizationId: string;
  reportId: string;
}

/** The links of a report, each with what it lets viewers do and when it was used last. */
export function ShareLinks(address: ShareLinksProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const links = useQuery(shareLinks(address));
  const revoke = useMutation({
    mutationFn: (id: string) => revokeShareLink(address, id),
    onSuccess: () => toast.success(t('share.revoked')),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: shareLinks(address).queryKey }),
  });
  return (
    <QueryBoundary
      query={links}
      thing={t('share.links_thing')}
      loading={<Skeleton width="100%" height={56} />}
    >
      {(found) =>
        found.length > 0 && (
          <section aria-label={t('share.links')}>
            <h3>{t('share.links')}</h3>
            <List>
              {found.map((link, at) => (
                <li key={link.id}>
                  <LinkFacts link={link} />
                  <Button
                    size="small"
                    variant="ghost"
                    aria-label={t('share.revoke_named', { number: found.length - at })}
                    busy={revoke.isPending && revoke.variables === link.id}
                    onClick={() => revoke.mutate(link.id)}
                  >
                    {t(link.isExpired ? 'share.remove' : 'share.revoke')}
                  </Button>
                </li>
              ))}
            </List>
          </section>
        )
      }
    </QueryBoundary>
  );
}

function LinkFacts({ link }: { link: ShareLink }) {
  const t = messages.use();
  const { dateTime, relative } = useFormat();
  const facts = [
    ...(link.hasPassword ? [t('share.with_password')] : []),
    t(link.filtersOpen ? 'share.open' : 'share.locked'),
    link.lastUsedAt ? t('share.used', { time: relative(link.lastUsedAt) }) : t('share.unused'),
  ];
  return (
    <div>
      <strong data-ended={isLive(link) ? undefined : true}>
        {link.isExpired
          ? t('share.expired', { time: dateTime(link.expiresAt) })
          : link.isBacked
            ? t('share.until', { time: dateTime(link.expiresAt) })
            : t('share.unbacked', { name: link.createdBy })}
      </strong>
      <Text tone="muted" size={12}>
        {[t('share.by', { name: link.createdBy }), ...facts].join(' · ')}
      </Text>
    </div>
  );
}

const List = styled('ul')({
  listStyle: 'none',
  margin: '8px 0 0',
  padding: 0,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 52,
    padding: '8px 0',
    borderTop: 'var(--hair)',
  },
  '& > li > div': { flex: 1, minWidth: 0, display: 'grid', gap: 2, overflowWrap: 'anywhere' },
  '& strong': { fontSize: 'var(--size-13)', fontWeight: 'var(--weight-medium)' },
  '& strong[data-ended]': { color: 'var(--text-3)' },
});
