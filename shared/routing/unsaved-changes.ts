import { useEffect } from 'react';

/** One entry for each form or page with changes that exist only in this tab. */
const unsaved = new Set<object>();

/** Registers unsaved changes for as long as `changed` is true and the component is mounted. */
export function useUnsavedChanges(changed: boolean) {
  useEffect(() => {
    if (!changed) return;
    const entry = {};
    unsaved.add(entry);
    return () => void unsaved.delete(entry);
  }, [changed]);
}

/** Returns whether loading a new document would lose changes, so that it needs the user's consent. */
export const hasUnsavedChanges = () => unsaved.size > 0;
