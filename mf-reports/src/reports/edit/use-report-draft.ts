import { useEffect, useState } from 'react';
import { useUnsavedChanges } from '@headwater/shared/routing';
import type { Report, ReportText } from '@headwater/shared/figures';
import { dropDraft, readDraft, saveDraft, type Draft } from './draft.ts';
import { useHistory } from './history.ts';

const textOf = ({ name, content }: ReportText): ReportText => ({ name, content });

/** The report as someone changes it: each change can be undone, and survives a reload until it's saved or discarded. */
export function useReportDraft(report: Report) {
  const [first] = useState(() => {
    const kept = readDraft(report.id);
    const base = kept?.base ?? { ...textOf(report), version: report.version };
    return { base, text: textOf(kept ?? report), isKept: kept !== null };
  });
  const [base, setBase] = useState<Draft['base']>(first.base);
  const history = useHistory<ReportText>(first.text);
  const text = history.present;
  const isChanged = JSON.stringify(text) !== JSON.stringify(textOf(base));
  useUnsavedChanges(isChanged);
  useEffect(() => {
    if (isChanged) saveDraft(report.id, { ...text, base });
    else dropDraft(report.id);
  }, [report.id, text, base, isChanged]);
  return {
    ...history,
    text,
    base,
    isChanged,
    /** Whether the changes are from before a reload. */
    isKept: first.isKept,
    /** From now on, differences are those from this. */
    setBase,
  };
}

export type ReportDraft = ReturnType<typeof useReportDraft>;
