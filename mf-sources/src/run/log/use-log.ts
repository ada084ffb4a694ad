import { useCodesSaying } from '@headwater/shared/messages';
import { useInfiniteQuery, useQueryClient } from '@headwater/shared/query';
import { useEffect, useMemo } from 'react';
import type { RunAddress } from '../../sync-run.queries.ts';
import { followLog, logQuery, type LogFilter } from './log.queries.ts';

/** A search reads a part of a long log at a time, and may find nothing in it. */
const ENOUGH = 30;

interface LogOptions {
  /** The ID of the newest line to show, if it isn't the newest there is. */
  from: string | null;
  /** Adds new lines whenever the run has changed. */
  follow: boolean;
  /** When the run was last seen: new lines come with its changes. */
  seenAt: number;
}

/** The lines of a run's log, newest first. */
export function useLog(
  { organizationId, sourceConnectionId, runId }: RunAddress,
  { level, tableName, text }: Omit<LogFilter, 'codes'>,
  { from, follow, seenAt }: LogOptions,
) {
  const client = useQueryClient();
  const codesSaying = useCodesSaying();
  const part = useMemo(
    () => ({
      run: { organizationId, sourceConnectionId, runId },
      filter: { level, tableName, text, codes: codesSaying(text) },
      from,
    }),
    [organizationId, sourceConnectionId, runId, level, tableName, text, from, codesSaying],
  );
  const log = useInfiniteQuery(logQuery(part));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = log;
  const lines = useMemo(() => data?.pages.flatMap((page) => page.lines) ?? [], [data]);

  const isLoaded = data !== undefined;
  useEffect(() => {
    // What can't be fetched now is fetched with the next change.
    if (follow && isLoaded) followLog(client, part).catch(() => undefined);
  }, [client, part, follow, isLoaded, seenAt]);

  const isSearching = hasNextPage && lines.length < ENOUGH && !isFetchNextPageError;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);

  return { ...log, lines, isSearching };
}
