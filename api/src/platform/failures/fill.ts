import type { MessageValues } from '@headwater/shared/contract';

/** Replaces each `{name}` in an English message with its value. */
export function fill(template: string, values: MessageValues): string {
  return template.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}
