import type { Join, JoinConfig, JoinMatch } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Banner, Note, Stack, styled } from '@headwater/shared/ui';
import { Stat } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';

interface MatchFiguresProps {
  matches: readonly JoinMatch[];
  config: JoinConfig;
  /** The name of a table by its ID. */
  nameOf(tableId: string): string;
  /** Something else has been set up by now, which is being counted. */
  isChanging?: boolean;
}

/** How many rows find partners in each table, and whether they multiply. */
export function MatchFigures({ matches, config, nameOf, isChanging = false }: MatchFiguresProps) {
  return (
    <Stack gap={3}>
      {matches.map((match, at) => {
        const join = config.joins[at];
        return (
          join && (
            <OneMatch
              key={at}
              {...{ match, join, isChanging }}
              first={nameOf(config.tableId)}
              isFirst={at === 0}
              joined={nameOf(join.tableId)}
            />
          )
        );
      })}
    </Stack>
  );
}

interface OneMatchProps {
  match: JoinMatch;
  join: Join;
  first: string;
  isFirst: boolean;
  joined: string;
  isChanging: boolean;
}

function OneMatch({ match, join, first, isFirst, joined, isChanging }: OneMatchProps) {
  const t = messages.use();
  const { number, percent } = useFormat();
  const { rowsBefore, rowsAfter, matched, several, empty, mostPartners } = match;
  // A share that isn't all doesn't round to it.
  const share = rowsBefore === 0 ? 0 : matched / rowsBefore;
  const shown = share < 1 && share > 0.999 ? 0.999 : share;
  const multiplies = several > 0 && join.kind !== 'anti';
  return (
    <Stack gap={2}>
      <Figures aria-busy={isChanging}>
        <Stat label={t('join.matched', { table: joined })} value={percent(shown)} />
        <Stat
          label={isFirst ? t('join.rows_of', { table: first }) : t('join.rows_before')}
          value={number(rowsBefore)}
        />
        <Stat label={t('join.rows_without')} value={number(rowsBefore - matched)} />
        <Stat label={t('join.rows_after')} value={number(rowsAfter)} />
      </Figures>
      {multiplies && (
        <Banner tone="warn">
          {t('join.multiplies', {
            several,
            table: joined,
            most: mostPartners,
            before: rowsBefore,
            after: rowsAfter,
          })}
        </Banner>
      )}
      {empty > 0 && <Note>{t('join.empty', { count: empty })}</Note>}
    </Stack>
  );
}

const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
  gap: '12px 16px',
  margin: 0,
  padding: '12px 16px',
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
  overflowWrap: 'anywhere',
  '&[aria-busy="true"]': { opacity: 0.6 },
});
