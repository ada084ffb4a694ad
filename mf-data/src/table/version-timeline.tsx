import { useFormat } from '@headwater/shared/messages';
import { useInfiniteQuery } from '@headwater/shared/query';
import { Link } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Button, Row, styled } from '@headwater/shared/ui';
import { MoreButton, Tag } from '@headwater/shared/ui/workspace';
import type { ComparedVersions } from '../diff.queries.ts';
import { messages } from '../messages.ts';
import { isReadable, versionsQuery, type TableVersion } from '../version.queries.ts';
import { diffPath, versionsPath } from './diff-address.ts';
import { VersionOrigin, VersionTags } from './version-facts.tsx';

interface VersionTimelineProps {
  address: TableAddress;
  table: Table;
  compared: ComparedVersions;
}

/** The versions that are kept, the newest first. Each leads to what differs between it and the current one. */
export function VersionTimeline({ address, table, compared }: VersionTimelineProps) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const versions = useInfiniteQuery(versionsQuery(address, table.version));
  const listed = versions.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Side aria-label={t('versions.timeline')}>
      <Row justify="between">
        <h2>{t('table.tab.versions')}</h2>
        <Button size="small" variant="ghost" to={versionsPath(address)}>
          {t('diff.all_versions')}
        </Button>
      </Row>
      <Timeline>
        {listed.map((version) => (
          <li
            key={version.version}
            data-current={version.state === 'current' || undefined}
            data-compared={isCompared(version, compared) || undefined}
          >
            <span>
              <Name address={address} version={version} listed={listed} />
              <VersionTags version={version} />
              {isCompared(version, compared) && <Tag>{t('diff.compared')}</Tag>}
            </span>
            <span>
              {t('table.rows', { count: version.rows })}, {t('versions.columns', { count: version.columns })}
            </span>
            <small>
              {dateTime(version.freshAsOf)} ·{' '}
              <VersionOrigin address={address} table={table} version={version} />
            </small>
          </li>
        ))}
      </Timeline>
      <MoreButton list={versions}>{t('versions.older')}</MoreButton>
    </Side>
  );
}

interface NameProps {
  address: TableAddress;
  version: TableVersion;
  listed: readonly TableVersion[];
}

function Name({ address, version: found, listed }: NameProps) {
  const t = messages.use();
  const name = t('table.version', { version: found.version });
  const other = listed.find((one) => isReadable(one) && one !== found && isPartner(one, found));
  if (!other || !isReadable(found)) return <strong>{name}</strong>;
  const [before, after] = [found.version, other.version].sort((a, b) => a - b) as [number, number];
  return (
    <Link
      to={diffPath(address, { before, after })}
      aria-label={t('versions.compare_named', { after, before })}
    >
      {name}
    </Link>
  );
}

/** An earlier version, or one on hold, is compared with the current one, and that with the one before it. */
const isPartner = (one: TableVersion, found: TableVersion) =>
  found.state === 'current' ? one.version < found.version : one.state === 'current';

const isCompared = ({ version }: TableVersion, { before, after }: ComparedVersions) =>
  version === before || version === after;

const Side = styled('nav')({
  display: 'grid',
  gap: 8,
  alignContent: 'start',
  justifyItems: 'stretch',
  '@media (max-width: 1200px)': { display: 'none' },
});

const KNOT = 9;

const Timeline = styled('ol')({
  margin: '0 -8px',
  '& > li': {
    position: 'relative',
    display: 'grid',
    gap: 2,
    padding: '8px 8px 10px 36px',
    borderRadius: 'var(--radius)',
    fontSize: 'var(--size-13)',
  },
  '& > li > span': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px', minHeight: 20 },
  '& > li > small': { color: 'var(--text-2)', fontSize: 'var(--size-12)' },
  '& > li::before': {
    content: '""',
    position: 'absolute',
    left: 12,
    top: 14,
    width: KNOT,
    height: KNOT,
    borderRadius: '50%',
    background: 'var(--surface)',
    boxShadow: 'inset 0 0 0 2px var(--icon)',
  },
  '& > li[data-current]::before': { background: 'var(--accent)', boxShadow: '0 0 0 3px var(--accent-soft)' },
  '& > li:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: 16,
    top: 27,
    bottom: -10,
    width: 1,
    background: 'var(--line-2)',
  },
  '& > li[data-compared]': { background: 'var(--accent-soft)' },
  '& > li:hover:not([data-compared])': { background: 'var(--surface-2)' },
  // The whole entry can be pressed, except where it leads to its run.
  '& > li > span > a': {
    color: 'var(--text)',
    fontWeight: 'var(--weight-medium)',
    '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'var(--radius)' },
  },
  '& > li > small > a': { position: 'relative', zIndex: 1, fontWeight: 'inherit' },
});
