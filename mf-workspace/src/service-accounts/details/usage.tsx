import { USAGE_DAYS } from '@headwater/shared/contract';
import type { ServiceAccount } from '@headwater/shared/connecting';
import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { Note, QueryBoundary, Skeleton, Stack, styled, VisuallyHidden } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { usageQuery, type DayOfUsage } from '../account.queries.ts';

/** What the account has requested on each of the last days. */
export function AccountUsage({ account }: { account: ServiceAccount }) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const usage = useQuery(usageQuery(organizationId, account.id));
  return (
    <Stack gap={3}>
      <h2>{t('usage.title', { days: USAGE_DAYS })}</h2>
      <QueryBoundary
        query={usage}
        thing={t('usage.thing')}
        loading={<Skeleton width="100%" height={HEIGHT + 48} />}
      >
        {({ days, timeZone }) => <Days days={days} timeZone={timeZone} />}
      </QueryBoundary>
    </Stack>
  );
}

function Days({ days, timeZone }: { days: readonly DayOfUsage[]; timeZone: string }) {
  const t = messages.use();
  const { number, bytes, date } = useFormat();
  const total = (of: 'requests' | 'refused' | 'bytes') => days.reduce((sum, day) => sum + day[of], 0);
  const most = Math.max(...days.map(({ requests }) => requests));
  if (most === 0) return <Note>{t('usage.none', { days: USAGE_DAYS })}</Note>;
  return (
    <Stack gap={3}>
      <Totals>
        <dt>{t('usage.requests')}</dt>
        <dd>{number(total('requests'))}</dd>
        <dt>{t('usage.refused')}</dt>
        <dd>{number(total('refused'))}</dd>
        <dt>{t('usage.sent')}</dt>
        <dd>{bytes(total('bytes'))}</dd>
      </Totals>
      <Bars aria-label={t('usage.label')}>
        {days.map((day) => (
          <Day key={day.day} day={day} most={most} />
        ))}
      </Bars>
      <Ends aria-hidden>
        <span>{date(noonOf(days[0]!))}</span>
        <span>{date(noonOf(days.at(-1)!))}</span>
      </Ends>
      <Note>{t('usage.zone', { timeZone })}</Note>
    </Stack>
  );
}

/** A day has no time zone: noon is the same day everywhere that is shown. */
const noonOf = ({ day }: DayOfUsage) => `${day}T12:00:00Z`;

function Day({ day: of, most }: { day: DayOfUsage; most: number }) {
  const t = messages.use();
  const { number, bytes, date } = useFormat();
  const { requests, refused, bytes: sent } = of;
  const words = t('usage.day', {
    day: date(noonOf(of)),
    requests: number(requests),
    count: requests,
    refused: number(refused),
    bytes: bytes(sent),
  });
  const share = (count: number) => `${(count / most) * 100}%`;
  return (
    <li title={words}>
      <VisuallyHidden>{words}</VisuallyHidden>
      <span data-refused style={{ height: share(refused) }} />
      <span style={{ height: share(requests - refused) }} />
    </li>
  );
}

const HEIGHT = 72;
const Totals = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, max-content)',
  gridTemplateRows: 'auto auto',
  gridAutoFlow: 'column',
  columnGap: 32,
  rowGap: 2,
  margin: 0,
  '& dt': { fontSize: 'var(--size-12)', color: 'var(--text-2)' },
  '& dd': {
    margin: 0,
    fontSize: 'var(--size-16, 16px)',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
  },
});
const Ends = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  maxWidth: 640,
  marginTop: -8,
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
});
const Bars = styled('ul')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: 3,
  maxWidth: 640,
  height: HEIGHT,
  borderBottom: 'var(--hair)',
  '& li': {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'end',
    height: HEIGHT,
  },
  '& li:hover': { background: 'var(--surface-2)' },
  '& span[style]': { minHeight: 0, background: 'var(--c1)', borderRadius: '2px 2px 0 0' },
  '& span[data-refused]': { background: 'var(--bad)', borderRadius: '2px 2px 0 0' },
});
