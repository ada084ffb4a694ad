/** Gives a field the focus, in a group that is folded as well. */
export function goToField(field: HTMLElement | null | undefined): void {
  const group = field?.closest('details');
  if (group) group.open = true;
  field?.focus();
}
