import type { ReportText } from '@headwater/shared/figures';

/** What someone has changed of a report and not saved. */
export interface Draft extends ReportText {
  /** What was changed: the report as it was then. */
  base: ReportText & { version: number };
}

const keyOf = (reportId: string) => `hw-report:${reportId}`;

/** Keeps changes, so that they survive a reload of the tab. */
export function saveDraft(reportId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(reportId), JSON.stringify(draft));
  } catch {
    // The browser blocks it, or it is full. Editing works without.
  }
}

/** Returns the changes from before the reload, if there are any. */
export function readDraft(reportId: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(reportId)) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

export function dropDraft(reportId: string): void {
  try {
    sessionStorage.removeItem(keyOf(reportId));
  } catch {
    // There is none then.
  }
}
