import type { SqlRun, SqlRunAttributes } from '@headwater/shared/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { runSql } from './sql.queries.ts';

export interface SqlRunState {
  /** When the statement that runs was started. */
  runningSince: number | null;
  /** Of the last statement that has ended. Stays on screen while the next one runs. */
  result: SqlRunAttributes | null;
  error: unknown;
}

const IDLE: SqlRunState = { runningSince: null, result: null, error: null };

/** Runs one statement at a time. Leaving the page cancels it. `onEnded` is called when one has ended, whatever came of it. */
export function useSqlRun(organizationId: string, onEnded: () => void) {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(
    async (attributes: SqlRun) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setState((before) => ({ ...before, runningSince: Date.now() }));
      try {
        const result = await runSql(organizationId, attributes, controller.signal);
        if (!controller.signal.aborted) setState({ ...IDLE, result });
      } catch (error) {
        if (!controller.signal.aborted) setState({ ...IDLE, error });
      }
      onEnded();
    },
    [organizationId, onEnded],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    setState((before) => ({ ...before, runningSince: null }));
  }, []);

  return { ...state, run, cancel };
}
