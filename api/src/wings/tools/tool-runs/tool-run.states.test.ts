import { after } from 'node:test';
import { testEveryPair } from '../../../../test-support/every-pair.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { TOOL_RUN } from './tool-run.states.ts';
import { beginRun, cancelRun, updateRun } from './tool-runs.repository.ts';

const api = await TestApi.open();
after(api.close);
const { id: workspaceId } = await api.workspace();

type Change = Parameters<typeof updateRun>[2];
const run = (row: { id?: unknown }) => String(row.id);
const update = (change: Change) => (row: { id?: unknown }) =>
  workspaceTransaction(api.database, workspaceId, (db) =>
    updateRun(db, { id: run(row), attempts: 1 }, change),
  );
const FINDINGS = { outcome: 'clean', figures: {}, result: {} } as const;
const ERROR = { status: '500', code: 'internal_error', title: '', detail: '' } as const;

testEveryPair('a run of a tool', TOOL_RUN, {
  put: async (state) => {
    const id = newId('trn');
    await api.sql(
      `insert into tool_runs (workspace_id, id, tool, config, is_sample, state, attempts, share, ended_at)
       values ($1, $2, 'gated', '{}', false, $3, 1, 0.25, '2026-01-01')`,
      [workspaceId, id, state],
    );
    return { id };
  },
  happen: {
    begun: (row) => workspaceTransaction(api.database, workspaceId, (db) => beginRun(db, run(row))),
    progressed: update({ event: 'progressed', share: 0.5 }),
    returned: update({ event: 'returned' }),
    done: update({ event: 'done', findings: FINDINGS }),
    failed: update({ event: 'failed', error: ERROR }),
    canceled: (row) => workspaceTransaction(api.database, workspaceId, (db) => cancelRun(db, run(row))),
  },
  read: async (row) => (await api.sql('select * from tool_runs where id = $1', [run(row)]))[0],
});
