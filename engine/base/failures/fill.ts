import { ownValue } from '@headwater/shared/contract/plain';
import type { MessageValues } from '@headwater/shared/contract';

/** Replaces each `{name}` in an English message with its value. */
export function fill(template: string, values: MessageValues): string {
  return template.replace(/\{(\w+)\}/g, (all, name: string) => String(ownValue(values, name) ?? all));
}
