import { useQuery } from '@headwater/shared/query';
import { Banner, Stack, styled, Text } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { SchedulePreview as Preview } from '../schedule.queries.ts';
import { sourceQueries, type SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { useCalendar } from './calendar.ts';
import { choicesOf, type Draft } from './draft.ts';
import { HintLine } from './hint-line.tsx';
import { NextRuns } from './next-runs.tsx';
import { RunOrder } from './run-order.tsx';
import { useSentence } from './sentence.ts';
import { useSpan } from './span.ts';
import { WeekAhead } from './week-ahead.tsx';

interface SchedulePreviewProps {
  source: SourceConnection;
  draft: Draft;
  preview: Preview | undefined;
  isInvalid: boolean;
  onChange(change: Partial<Draft>): void;
}

/** What the schedule in the form means: a sentence, the next runs, the week ahead, and what to know about it. */
export function SchedulePreview({ source, draft, preview, isInvalid, onChange }: SchedulePreviewProps) {
  const t = messages.use();
  const predecessor = usePredecessor(draft);
  const sentence = useSentence()(choicesOf(draft), {
    cron: preview?.cron?.fields ?? null,
    follows: predecessor?.name ?? null,
  });
  const byClock = draft.kind !== 'manual' && draft.kind !== 'after';
  return (
    <Stack>
      <Say aria-live="polite">
        {isInvalid || sentence === null ? (
          <Text tone="dim">{emptySentence(draft, isInvalid, t)}</Text>
        ) : (
          sentence
        )}
      </Say>
      {byClock && (
        <NextRuns
          preview={isInvalid ? undefined : preview}
          zone={draft.zone}
          onZone={source.can.edit ? (zone) => onChange({ zone }) : undefined}
        />
      )}
      {byClock && preview && !isInvalid && <WeekAhead week={preview.week} />}
      {draft.kind === 'after' && predecessor && <RunOrder source={source} predecessor={predecessor} />}
      {!isInvalid && <Notes draft={draft} preview={preview} byClock={byClock} />}
    </Stack>
  );
}

/** Returns what stands in the sentence's place as long as the schedule can't be said. */
function emptySentence({ kind, after }: Draft, isInvalid: boolean, t: ReturnType<typeof messages.use>) {
  if (kind !== 'after') return t('preview.invalid');
  if (!after.sourceConnectionId) return t('preview.choose');
  // Otherwise, the list of connections is still on its way.
  return isInvalid ? t('preview.invalid_after') : null;
}

/** The connection that this schedule follows, once it is known. */
export function usePredecessor({ kind, after }: Draft): SourceConnection | undefined {
  const { organizationId } = useWorkspace();
  const sources = useQuery({ ...sourceQueries.list(organizationId), enabled: kind === 'after' });
  return sources.data?.find(({ id }) => id === after.sourceConnectionId);
}

interface NotesProps {
  draft: Draft;
  preview: Preview | undefined;
  byClock: boolean;
}

function Notes({ draft, preview, byClock }: NotesProps) {
  const t = messages.use();
  const span = useSpan();
  const calendar = useCalendar();
  const { kind, freshnessTargetMinutes: target } = draft;
  const gap = preview?.longestGapMinutes ?? null;
  const change = preview?.clockChange;
  return (
    <>
      {byClock && target !== null && gap !== null && gap > target && (
        <Banner tone="warn" role="note">
          {t.rich('preview.gap', { gap: span(gap), target: span(target), b: (text) => <b>{text}</b> })}
        </Banner>
      )}
      {kind === 'manual' && target !== null && (
        <Banner tone="info" role="note">
          {t('preview.manual_target', { target: span(target) })}
        </Banner>
      )}
      {byClock && change && (
        <HintLine>
          {t(`preview.clocks_${change.direction}`, { date: calendar.longDate(change.date) })}
        </HintLine>
      )}
      {kind === 'after' && <HintLine>{t('preview.chain')}</HintLine>}
    </>
  );
}

const Say = styled('p')({
  fontSize: 'var(--size-16)',
  lineHeight: 1.45,
  fontWeight: 'var(--weight-medium)',
  letterSpacing: '-0.006em',
  minHeight: '1.45em',
});
