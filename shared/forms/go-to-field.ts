/** Moves the focus to a field and expands the group that it is in. */
export function goToField(field: HTMLElement | null | undefined): void {
  const group = field?.closest('details');
  if (group) group.open = true;
  field?.focus();
}
