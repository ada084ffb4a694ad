import {
  CONFIDENCES,
  piiScannerConfig,
  type PersonalDataResult,
  type PersonalFinding,
  type PiiScannerConfig,
} from '@headwater/shared/contract';
import type { ScannedColumn } from '@headwater/warehouse';
import { presentColumn } from '../../connections/source-connections/index.ts';
import type { Tool } from '../tool-runs/index.ts';
import { maskedColumns } from './masked-columns.ts';

const ROWS_READ = 10_000;
const ROWS_TRIED = 1_000;

/** Fewer values that look like it are a coincidence, unless they are most of them, or the name says so, too. */
const FEWEST_HITS = 3;
const MOST = 0.8;
const SOME = 0.1;

/** Looks through a part of each column's values, which stay in the process that reads them. */
export const piiScanner: Tool<PiiScannerConfig> = {
  slug: 'pii-scanner',
  config: piiScannerConfig,
  showsValues: true,
  tablesOf: ({ tableId }) => [{ tableId, columns: [] }],
  run: async ({ notPersonal }, context) => {
    const [table] = context.tables;
    const masked = await maskedColumns(context.services, context.requester.workspaceId, table!.tableId);
    const skipped = new Set([...masked, ...notPersonal]);
    const columns = table!.columns.map(presentColumn).filter(({ name }) => !skipped.has(name));
    const findings: PersonalFinding[] = [];
    for (const [at, column] of columns.entries()) {
      context.signal.throwIfAborted();
      const rows = context.isSample ? ROWS_TRIED : ROWS_READ;
      const scanned = await context.query({ kind: 'personal', file: table!.file, column, rows });
      findings.push(...findingsOf(column.name, scanned));
      await context.progress((at + 1) / columns.length);
    }
    findings.sort(
      (one, other) => CONFIDENCES.indexOf(one.confidence) - CONFIDENCES.indexOf(other.confidence),
    );
    const result: PersonalDataResult = {
      ...{ version: table!.version, columns: columns.length, findings },
      masked: masked.filter((name) => table!.columns.some((column) => column.name === name)),
    };
    const found = new Set(findings.map(({ column }) => column)).size;
    return { outcome: found === 0 ? 'clean' : 'found', figures: { columns: found }, result };
  },
};

function findingsOf(column: string, { values, kinds, named }: ScannedColumn): PersonalFinding[] {
  const byValues = kinds.flatMap(({ kind, hits, examples }): PersonalFinding[] => {
    const isNamed = named.includes(kind);
    const share = hits / values;
    if (hits < FEWEST_HITS && share < MOST && !isNamed) return [];
    const confidence = share >= MOST ? 'high' : share >= SOME || isNamed ? 'medium' : 'low';
    return [{ column, kind, confidence, hits, values, isNamed, examples }];
  });
  const byName = named
    .filter((kind) => !kinds.some((one) => one.kind === kind))
    .map((kind): PersonalFinding => ({
      ...{ column, kind, confidence: 'low', hits: null, values, isNamed: true, examples: [] },
    }));
  return byValues.length > 0 ? byValues : byName;
}
