import { goToField } from '@headwater/shared/forms';
import { useEffect, type RefObject } from 'react';

type Column = RefObject<HTMLElement | null>;

export const fieldIn = (column: Column, name: string) =>
  column.current?.querySelector<HTMLElement>(`[name="${name}"]`);

/** Moves the focus to a field when the form opens, for links whose URL names a field. */
export function useFirstField(column: Column, name: string | null | undefined): void {
  useEffect(() => {
    if (name) goToField(fieldIn(column, name));
  }, [column, name]);
}
