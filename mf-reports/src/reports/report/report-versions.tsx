import { useErrorText, useFormat } from '@headwater/shared/messages';
import { liveKey, useInfiniteQuery, useMutation, useQueryClient } from '@headwater/shared/query';
import { Button, QueryBoundary, Skeleton, Stack, styled, Text, toast } from '@headwater/shared/ui';
import { MoreButton } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { reportQueries, restoreReport, type Report, type ReportVersion } from '@headwater/shared/figures';

interface ReportVersionsProps {
  organizationId: string;
  report: Report;
  canEdit: boolean;
}

/** The versions of a report that are kept, newest first. Bringing one back adds another. */
export function ReportVersions({ organizationId, report, canEdit }: ReportVersionsProps) {
  const t = messages.use();
  const versions = useInfiniteQuery(reportQueries.versions(organizationId, report.id));
  const client = useQueryClient();
  const errorText = useErrorText();
  const restore = useMutation({
    mutationFn: (version: number) => restoreReport(organizationId, report.id, version),
    onSuccess: (_report, version) => toast.success(t('reports.restored', { version })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: liveKey('reports', organizationId) }),
  });
  return (
    <QueryBoundary
      query={versions}
      thing={t('reports.versions_thing')}
      loading={<Skeleton width="100%" height={200} />}
    >
      {({ pages }) => (
        <Stack gap={3}>
          <Text tone="muted" size={13}>
            {t('reports.versions_text')}
          </Text>
          <List>
            {pages
              .flatMap(({ items }) => items)
              .map((one) => (
                <li key={one.version}>
                  <Version version={one} />
                  {one.version === report.version ? (
                    <Text tone="dim" size={12}>
                      {t('reports.current')}
                    </Text>
                  ) : (
                    canEdit && (
                      <Button
                        size="small"
                        busy={restore.isPending && restore.variables === one.version}
                        aria-label={t('reports.restore_named', { version: one.version })}
                        onClick={() => restore.mutate(one.version)}
                      >
                        {t('reports.restore')}
                      </Button>
                    )
                  )}
                </li>
              ))}
          </List>
          <MoreButton list={versions}>{t('reports.older')}</MoreButton>
        </Stack>
      )}
    </QueryBoundary>
  );
}

function Version({
  version: { version, name, cards, savedBy, savedAt, restoredFrom },
}: {
  version: ReportVersion;
}) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const facts = [
    dateTime(savedAt),
    ...(savedBy ? [savedBy] : []),
    t('reports.cards', { count: cards }),
    ...(restoredFrom === null ? [] : [t('reports.restored_from', { version: restoredFrom })]),
  ];
  return (
    <div>
      <strong>{t('reports.version_named', { version, name })}</strong>
      <Text tone="muted" size={12}>
        {facts.join(' · ')}
      </Text>
    </div>
  );
}

const List = styled('ol')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 56,
    padding: '8px 0',
    borderTop: 'var(--hair)',
  },
  '& > li > div': { flex: 1, minWidth: 0, display: 'grid', gap: 2, overflowWrap: 'anywhere' },
  '& strong': { fontSize: 'var(--size-13)', fontWeight: 'var(--weight-medium)' },
});
