import type { ColumnProfileAttributes } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import type { TableAddress } from '@headwater/shared/tables';
import { Mono, Note, Stack, styled } from '@headwater/shared/ui';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { ColumnChange } from './column-change.tsx';
import { Histogram } from './histogram.tsx';
import { TopValues } from './top-values.tsx';
import { useValueText } from './use-value-text.ts';
import { rowsWithout } from './values-filter.ts';
import { Link } from '@headwater/shared/routing';

interface ColumnDetailsProps {
  address: TableAddress;
  profile: ColumnProfileAttributes;
  /** Whether figures lead to their rows: those of the version that is shown there. */
  isLinked: boolean;
  isKey: boolean;
}

/** All that is known about a column. */
export function ColumnDetails({ address, profile, isLinked, isKey }: ColumnDetailsProps) {
  const t = messages.use();
  const { column, facts, fault, rows, before } = profile;
  return (
    <Stack gap={5}>
      <Facts>
        <Fact name={t('columns.col_kind')}>{t(`kind.${column.kind}`)}</Fact>
        <Fact name={t('columns.col_type')}>
          <Mono>{column.type}</Mono>
        </Fact>
        <Fact name={t('columns.col_source')}>
          <Mono>{column.sourceType}</Mono>
        </Fact>
        <Fact name={t('columns.col_nullable')}>
          {t(column.nullable ? 'columns.nullable_yes' : 'columns.nullable_no')}
        </Fact>
      </Facts>
      {isKey && <Note>{t('columns.key')}</Note>}
      {fault && <Note>{t(`profile.fault.${fault}`)}</Note>}
      {!facts && !fault && <Note>{t('profile.not_yet')}</Note>}
      {facts?.histogram && facts.nulls < rows && (
        <Part title={t(`profile.histogram.${facts.histogram.of}`)}>
          <Histogram address={address} column={column} histogram={facts.histogram} isLinked={isLinked} />
        </Part>
      )}
      {facts && (
        <Part title={t('profile.figures')}>
          <Figures {...{ address, profile, isLinked }} />
        </Part>
      )}
      {facts?.top && facts.top.length > 0 && !facts.unique && (
        <Part title={t('profile.top')}>
          <TopValues address={address} column={column} top={facts.top} rows={rows} isLinked={isLinked} />
        </Part>
      )}
      {facts && before && (
        <Part title={t('profile.since', { version: before.version })}>
          <ColumnChange column={column} now={{ rows, facts }} before={before} />
        </Part>
      )}
    </Stack>
  );
}

/** The figures of a column. */
export function Figures({ address, profile, isLinked }: Omit<ColumnDetailsProps, 'isKey'>) {
  const t = messages.use();
  const { number } = useFormat();
  const text = useValueText();
  const { column, rows } = profile;
  const facts = profile.facts!;
  const { quartiles, lengths } = facts;
  const withoutValue = isLinked && facts.nulls > 0 ? rowsWithout(address, column) : null;
  const nulls = facts.nulls === 0 ? number(0) : `${number(facts.nulls)} · ${text.share(facts.nulls, rows)}`;
  const quartile = (value: string) => `${quartiles!.isExact ? '' : '≈ '}${text.value(column, value)}`;
  return (
    <Facts>
      <Fact name="NULL">{withoutValue === null ? nulls : <Link to={withoutValue}>{nulls}</Link>}</Fact>
      <Fact name={t('profile.distinct')}>{text.distinct(facts.distinct)}</Fact>
      {facts.least !== null && <Fact name={t('profile.least')}>{text.value(column, facts.least)}</Fact>}
      {facts.greatest !== null && (
        <Fact name={t('profile.greatest')}>{text.value(column, facts.greatest)}</Fact>
      )}
      {quartiles && (
        <>
          <Fact name={t('profile.first_quartile')}>{quartile(quartiles.first)}</Fact>
          <Fact name={t('profile.median')}>{quartile(quartiles.median)}</Fact>
          <Fact name={t('profile.third_quartile')}>{quartile(quartiles.third)}</Fact>
        </>
      )}
      {facts.mean !== null && <Fact name={t('profile.mean')}>{text.mean(facts.mean)}</Fact>}
      {lengths && (
        <>
          <Fact name={t('profile.shortest')}>{text.length(column, lengths.least)}</Fact>
          <Fact name={t('profile.longest')}>{text.length(column, lengths.greatest)}</Fact>
        </>
      )}
      {facts.unique !== null && (
        <Fact name={t('profile.unique_values')}>
          {t(facts.unique ? 'columns.nullable_yes' : 'columns.nullable_no')}
        </Fact>
      )}
      {facts.unmeasured > 0 && <Fact name={t('profile.unmeasured')}>{number(facts.unmeasured)}</Fact>}
    </Facts>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <PartTitle>{title}</PartTitle>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const PartTitle = styled('h3')({ fontSize: 'var(--size-13)', marginBottom: 8 });

const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '0 24px',
  fontSize: 'var(--size-13)',
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 12px',
    padding: '5px 0',
    borderBottom: 'var(--hair)',
    minWidth: 0,
  },
  '& dt': { color: 'var(--text-2)' },
  '& dd': { minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums', marginLeft: 'auto' },
  '@media (max-width: 400px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
