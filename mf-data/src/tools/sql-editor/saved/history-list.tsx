import { SQL_HISTORY_DAYS, SQL_HISTORY_MAX } from '@headwater/shared/contract';
import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { Button, QueryBoundary, Skeleton, styled, Text, toast } from '@headwater/shared/ui';
import { PopoverBody, PopoverFoot } from '@headwater/shared/ui/menu';
import { RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from '../../../messages.ts';
import { Choice, Choices } from './query-list.tsx';
import { clearPastRuns, pastRuns, type PastRun } from '@headwater/shared/figures';

interface HistoryListProps {
  organizationId: string;
  onOpen(run: PastRun): void;
}

/** What the user has run lately, to look it up and open it again. */
export function HistoryList({ organizationId, onOpen }: HistoryListProps) {
  const t = messages.use();
  const client = useQueryClient();
  const errorText = useErrorText();
  const runs = useQuery(pastRuns(organizationId));
  const clear = useMutation({
    mutationFn: () => clearPastRuns(organizationId),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: pastRuns(organizationId).queryKey }),
  });
  return (
    <>
      <PopoverBody>
        <h3>{t('history.title')}</h3>
        <QueryBoundary
          query={runs}
          thing={t('history.thing')}
          loading={<Skeleton width="100%" height={160} />}
        >
          {(found) =>
            found.length === 0 ? (
              <Text tone="dim">{t('history.none')}</Text>
            ) : (
              <Choices aria-label={t('history.title')}>
                {found.map((run) => (
                  <li key={run.id}>
                    <Choice type="button" onClick={() => onOpen(run)}>
                      <code>{run.sql.trim().replaceAll(/\s+/g, ' ').slice(0, 200)}</code>
                      <RunFacts run={run} />
                    </Choice>
                  </li>
                ))}
              </Choices>
            )
          }
        </QueryBoundary>
      </PopoverBody>
      <PopoverFoot>
        <span>{t('history.kept', { most: SQL_HISTORY_MAX, days: SQL_HISTORY_DAYS })}</span>
        {runs.data && runs.data.length > 0 && (
          <Button size="small" variant="ghost" busy={clear.isPending} onClick={() => clear.mutate()}>
            {t('history.clear')}
          </Button>
        )}
      </PopoverFoot>
    </>
  );
}

function RunFacts({ run }: { run: PastRun }) {
  return (
    <Facts data-outcome={run.outcome}>
      <PastOutcome run={run} />, <RelativeTime iso={run.startedAt} />
    </Facts>
  );
}

/** What came of a run, and how long it took. */
export function PastOutcome({ run: { outcome, rows, milliseconds } }: { run: PastRun }) {
  const t = messages.use();
  const { number } = useFormat();
  const seconds = number(Math.round(milliseconds / 10) / 100);
  return outcome === 'succeeded'
    ? t('sql.summary', { count: rows ?? 0, seconds })
    : t(`history.${outcome}`, { seconds });
}

const Facts = styled('small')({ '&[data-outcome="failed"]': { color: 'var(--bad-text) !important' } });
