import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { useParams, useTitle } from '@headwater/shared/routing';
import { QueryBoundary, Skeleton, styled } from '@headwater/shared/ui';
import type { UsageAttributes } from '@headwater/shared/contract';
import { SettingRow, SettingRows } from '../setting-row.tsx';
import { usageMessages } from './messages.ts';
import { Lines, Meter } from './meter.tsx';
import { usageQuery } from './usage.queries.ts';

/** What the workspace uses of what is limited, and what its tables have. */
export function UsagePage() {
  const t = usageMessages.use();
  const { organizationId = '' } = useParams();
  const usage = useQuery(usageQuery(organizationId));
  useTitle(t('usage.title'));
  return (
    <QueryBoundary query={usage} thing={t('usage.thing')} loading={<Skeleton width="100%" height={320} />}>
      {(found) => (
        <SettingRows>
          <Storage {...found.storage} />
          <SettingRow title={t('usage.limits')} about={t('usage.limits_about')}>
            <Lines>
              {found.limited.map((each) => (
                <LimitMeter key={each.noun} {...each} />
              ))}
            </Lines>
          </SettingRow>
          <Contents {...found} />
        </SettingRows>
      )}
    </QueryBoundary>
  );
}

function Storage({ limit, uploads, exports, versions }: UsageAttributes['storage']) {
  const t = usageMessages.use();
  const { bytes } = useFormat();
  const used = uploads + exports + versions;
  const parts = { versions, uploads, exports };
  return (
    <SettingRow title={t('usage.storage')} about={t('usage.storage_about')}>
      <Lines>
        <Meter
          label={t('usage.stored')}
          used={used}
          limit={limit}
          words={t('usage.of', { used: bytes(used), limit: bytes(limit) })}
        />
        <Facts>
          {(Object.keys(parts) as (keyof typeof parts)[]).map((part) => (
            <div key={part}>
              <dt>{t(`usage.storage.${part}`)}</dt>
              <dd>{bytes(parts[part])}</dd>
            </div>
          ))}
        </Facts>
      </Lines>
    </SettingRow>
  );
}

function LimitMeter({ noun, used, limit }: UsageAttributes['limited'][number]) {
  const t = usageMessages.use();
  const { number } = useFormat();
  return (
    <Meter
      label={t(`usage.noun.${noun}`)}
      used={used}
      limit={limit}
      words={t('usage.of', { used: number(used), limit: number(limit) })}
    />
  );
}

function Contents({ tables, columns, rows }: UsageAttributes) {
  const t = usageMessages.use();
  const { number } = useFormat();
  return (
    <SettingRow title={t('usage.contents')} about={t('usage.contents_about')}>
      <Facts>
        {Object.entries({ tables, columns, rows }).map(([name, count]) => (
          <div key={name}>
            <dt>{t(`usage.contents.${name as 'tables' | 'columns' | 'rows'}`)}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </Facts>
    </SettingRow>
  );
}

const Facts = styled('dl')({
  margin: 0,
  display: 'grid',
  gap: 10,
  fontSize: 'var(--size-13)',
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 16 },
  '& dt': { color: 'var(--text-2)' },
  '& dd': { margin: 0, fontVariantNumeric: 'tabular-nums' },
});
