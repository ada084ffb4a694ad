import type { MessageValues } from '@headwater/shared/contract';

/** Puts values in the place of `{name}` in an English message. */
export function fill(template: string, values: MessageValues): string {
  return template.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}
