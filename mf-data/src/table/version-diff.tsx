import { ApiError } from '@headwater/shared/api';
import type { VersionDiff as Diff } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useInfiniteQuery, useQuery } from '@headwater/shared/query';
import { useNavigate } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Button, CompactSelect, Note, QueryBoundary, Row, Spacer, Stack, styled } from '@headwater/shared/ui';
import { IconArrowRight, IconHistory } from '@headwater/shared/ui/icons';
import { EmptyState, ProgressBar, Stat } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { diffQuery, type ComparedVersions } from '../diff.queries.ts';
import { messages } from '../messages.ts';
import { isRestorable, versionsQuery, type TableVersion } from '../version.queries.ts';
import { DiffColumns } from './diff-columns.tsx';
import { diffPath, versionsPath } from './diff-address.ts';
import { DiffRows } from './diff-rows.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { VersionTimeline } from './version-timeline.tsx';

interface VersionDiffProps {
  address: TableAddress;
  table: Table;
  versions: ComparedVersions;
}

/** How two versions of the table differ, beside all versions. Both are in the URL. */
export function VersionDiff({ address, table, versions }: VersionDiffProps) {
  const t = messages.use();
  const diff = useQuery(diffQuery(address, versions));
  const isGone = diff.error instanceof ApiError && diff.error.code === 'version_not_kept';
  return (
    <Columns>
      <VersionTimeline address={address} table={table} compared={versions} />
      <Stack gap={4}>
        <Row gap={2}>
          <Pair>
            <Choice address={address} table={table} versions={versions} side="before" />
            <IconArrowRight />
            <Choice address={address} table={table} versions={versions} side="after" />
          </Pair>
          <AllVersions>
            <Button size="small" variant="ghost" to={versionsPath(address)}>
              {t('diff.all_versions')}
            </Button>
          </AllVersions>
          <Spacer />
          <RestoreCompared address={address} table={table} versions={versions} />
        </Row>
        {isGone ? (
          <EmptyState title={t('diff.gone')}>{t('diff.gone_text')}</EmptyState>
        ) : (
          <QueryBoundary query={diff} thing={t('diff.thing')} loading={<Comparing address={address} />}>
            {(found) => <Difference diff={found} />}
          </QueryBoundary>
        )}
      </Stack>
    </Columns>
  );
}

/** Brings back the version that the current one is compared with. */
function RestoreCompared({ address, table, versions: { before, after } }: VersionDiffProps) {
  const t = messages.use();
  const { data } = useInfiniteQuery(versionsQuery(address, table.version));
  const [chosen, setChosen] = useState<TableVersion | null>(null);
  const other = before === table.version ? after : after === table.version ? before : null;
  const found = data?.pages.flatMap(({ items }) => items).find(({ version }) => version === other);
  if (!found || !isRestorable(found) || !table.can.restore) return null;
  return (
    <>
      <Button size="small" icon={<IconHistory />} onClick={() => setChosen(found)}>
        {t('versions.restore_named', { version: found.version })}
      </Button>
      {chosen && (
        <RestoreDialog address={address} table={table} version={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

function Choice({ address, table, versions, side }: VersionDiffProps & { side: keyof ComparedVersions }) {
  const t = messages.use();
  const navigate = useNavigate();
  const { data } = useInfiniteQuery(versionsQuery(address, table.version));
  const listed = data?.pages.flatMap(({ items }) => items.map(({ version }) => version)) ?? [];
  const known = [...new Set([...listed, versions[side]])].sort((a, b) => b - a);
  return (
    <CompactSelect
      label={t(`diff.${side}`)}
      value={String(versions[side])}
      options={known.map((version) => ({
        value: String(version),
        label: t(version === table.version ? 'diff.current' : 'table.version', { version }),
      }))}
      onChange={(value) => void navigate(diffPath(address, { ...versions, [side]: Number(value) }))}
    />
  );
}

/** Shown while the versions are read, which takes a while for large ones. */
function Comparing({ address }: { address: TableAddress }) {
  const t = messages.use();
  return (
    <Stack gap={3} role="status">
      <strong>{t('diff.comparing')}</strong>
      <ProgressBar label={t('diff.comparing')} value={null} />
      <Row gap={3}>
        <Note>{t('diff.comparing_text')}</Note>
        <Button size="small" to={versionsPath(address)}>
          {t('diff.cancel')}
        </Button>
      </Row>
    </Stack>
  );
}

function Difference({ diff }: { diff: Diff }) {
  const t = messages.use();
  const { number } = useFormat();
  const { added, removed, changed, rowsBefore } = diff;
  return (
    <>
      <Figures>
        <Stat label={t('diff.added')} value={added > 0 ? <Plus>+{number(added)}</Plus> : number(added)} />
        {diff.key.length > 0 && <Stat label={t('diff.changed')} value={number(changed)} />}
        <Stat
          label={t('diff.removed')}
          value={removed > 0 ? <Minus>−{number(removed)}</Minus> : number(removed)}
        />
        <Stat label={t('diff.unchanged')} value={number(rowsBefore - removed - changed)} />
      </Figures>
      {diff.key.length === 0 && <Note>{t('diff.no_key')}</Note>}
      <DiffColumns diff={diff} />
      {added + removed + changed === 0 ? (
        <EmptyState title={t('diff.none')}>{t('diff.none_text')}</EmptyState>
      ) : (
        <DiffRows diff={diff} />
      )}
    </>
  );
}

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: '288px minmax(0, 1fr)',
  gap: 32,
  alignItems: 'start',
  '@media (max-width: 1200px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});

// Where there is room for the versions, the link is above them.
const AllVersions = styled('span')({ '@media (min-width: 1201px)': { display: 'none' } });

const Plus = styled('span')({ color: 'var(--ok-text)' });
const Minus = styled('span')({ color: 'var(--bad-text)' });

// The arrow stays between the two, however narrow the page is.
const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, max-content) auto minmax(0, max-content)',
  gap: 8,
  alignItems: 'center',
});

const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
  gap: '12px 16px',
  padding: '12px 16px',
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
  '@media (min-width: 601px)': { '& > div + div': { borderLeft: 'var(--hair)', paddingLeft: 16 } },
});
