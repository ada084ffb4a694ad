import type { NewConnectionCheck } from '@headwater/shared/contract';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { useEffect, useRef, useState } from 'react';
import { cancelCheck, checkQueries, startCheck, type ConnectionCheck } from '../connection-check.queries.ts';

export interface CheckRun {
  /** The test with its progress so far; undefined before the first test. */
  check: ConnectionCheck | undefined;
  isRunning: boolean;
  /** Why the test couldn't be watched to its end. */
  error: Error | null;
  /** Starts a test and resolves when it has ended, to undefined if it couldn't be watched to its end. */
  run(attributes: NewConnectionCheck): Promise<ConnectionCheck | undefined>;
  cancel(): void;
}

type Waiting = (check: ConnectionCheck | undefined) => void;

/** Starts a connection test and watches it until it ends. */
export function useConnectionCheck(organizationId: string): CheckRun {
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const waiting = useRef<Waiting | null>(null);
  const { data, error } = useQuery({ ...checkQueries.one(organizationId, id ?? ''), enabled: id !== null });
  const check = id === null ? undefined : data;
  const isRunning = check?.state === 'running' && !error;

  useEffect(() => {
    if (id === null || isRunning || (!check && !error)) return;
    waiting.current?.(error ? undefined : check);
    waiting.current = null;
  }, [id, check, isRunning, error]);

  const start = useMutation({
    mutationFn: (attributes: NewConnectionCheck) => startCheck(organizationId, attributes),
  });
  const canceling = useMutation({
    mutationFn: () => cancelCheck(organizationId, id ?? ''),
    onSettled: () =>
      client.invalidateQueries({ queryKey: checkQueries.one(organizationId, id ?? '').queryKey }),
  });
  return {
    check,
    isRunning,
    error: id === null ? null : error,
    async run(attributes) {
      const started = await start.mutateAsync(attributes);
      client.setQueryData(checkQueries.one(organizationId, started.id).queryKey, started);
      const end = new Promise<ConnectionCheck | undefined>((resolve) => (waiting.current = resolve));
      setId(started.id);
      return end;
    },
    cancel: () => canceling.mutate(),
  };
}
