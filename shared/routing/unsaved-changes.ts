import { useEffect } from 'react';

/** One entry for each form or page that holds something which only this tab knows. */
const unsaved = new Set<object>();

/** Registers what somebody has entered and not saved, as long as `changed` holds and the component is there. */
export function useUnsavedChanges(changed: boolean) {
  useEffect(() => {
    if (!changed) return;
    const entry = {};
    unsaved.add(entry);
    return () => void unsaved.delete(entry);
  }, [changed]);
}

/** Whether a new document would lose anything: then nothing may load one without asking. */
export const hasUnsavedChanges = () => unsaved.size > 0;
