import type { Services } from '../../../http/services.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { LeasedWork } from '../../../platform/jobs/leased-work.ts';
import type { ScanClock } from '../../../platform/jobs/scan-clock.ts';
import { makeRunFacts, noteFailure } from './make-run-facts.ts';
import { handBack, takeDue } from './run-facts.repository.ts';

const SCAN_MS = 3_000;

/** Makes the tables of runs again once runs have ended, one at a time. */
export const runFactsClock = (services: Services): ScanClock =>
  new LeasedWork({
    ...{ milliseconds: SCAN_MS, log: services.log, what: 'ended runs' },
    take: () => takeDue(services.database),
    work: ({ workspaceId }, signal) => makeRunFacts(services, workspaceId, signal),
    handBack: ({ workspaceId }) => workspaceTransaction(services.database, workspaceId, handBack),
    // It's tried again once it isn't taken anymore.
    failed: async ({ workspaceId }, error) => {
      services.log.error({ err: error, workspaceId }, 'making the table of runs failed');
      await noteFailure(services, workspaceId);
    },
  });
