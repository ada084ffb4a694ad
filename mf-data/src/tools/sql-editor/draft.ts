import { SQL_ROWS_DEFAULT } from '@headwater/shared/contract';

/** The saved query that someone works on, as it was when they opened it. */
export interface DraftBase {
  id: string;
  version: number;
  name: string;
  sql: string;
  parameters: Readonly<Record<string, string | null>>;
}

/** What someone is writing. */
export interface Draft {
  /** Null for a query that isn't saved. */
  base: DraftBase | null;
  sql: string;
  limit: number;
  parameters: Readonly<Record<string, string>>;
}

export const LIMITS = [100, SQL_ROWS_DEFAULT, 10_000, 100_000] as const;

const EMPTY: Draft = { base: null, sql: '', limit: SQL_ROWS_DEFAULT, parameters: {} };
const keyOf = (organizationId: string) => `hw-sql:${organizationId}`;

/** Keeps what was written, so that it survives a reload of the tab. */
export function saveDraft(organizationId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(organizationId), JSON.stringify(draft));
  } catch {
    // The browser blocks it, or it is full. The editor works without.
  }
}

/** Returns what was written before the reload. */
export function readDraft(organizationId: string): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(organizationId)) ?? '{}') as Partial<Draft>;
    const limit = LIMITS.find((one) => one === kept.limit) ?? EMPTY.limit;
    return { ...EMPTY, ...kept, limit };
  } catch {
    return EMPTY;
  }
}
