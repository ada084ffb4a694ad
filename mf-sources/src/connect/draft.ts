import { ownValue } from '@headwater/shared/contract';
import type { FieldSpec } from './specification.ts';
import type { FormValues } from './configuration.ts';

/** Keeps what was typed, so that it survives a reload of the tab. Secrets are never written. */
export function saveDraft(key: string, fields: readonly FieldSpec[], values: FormValues) {
  const secrets = new Set(fields.filter((field) => field.kind === 'secret').map((field) => field.name));
  const kept = Object.entries(values).filter(([name]) => !secrets.has(name));
  storage()?.setItem(key, JSON.stringify(Object.fromEntries(kept)));
}

/** Keeps some values that aren't secret, besides what the draft has. */
export function keepInDraft(key: string, values: FormValues) {
  storage()?.setItem(key, JSON.stringify({ ...parse(storage()?.getItem(key)), ...values }));
}

/** Returns what was typed before the reload, for fields that the form still has. */
export function readDraft(key: string, initial: FormValues): FormValues {
  const written = parse(storage()?.getItem(key));
  const known = Object.entries(written).filter(
    ([name, value]) => typeof value === typeof ownValue(initial, name),
  );
  return { ...initial, ...Object.fromEntries(known) };
}

export function dropDraft(key: string) {
  storage()?.removeItem(key);
}

export const draftKey = (organizationId: string, connector: string) =>
  `hw-draft:${organizationId}:${connector}`;

function parse(text: string | null | undefined): FormValues {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as FormValues) : {};
  } catch {
    return {};
  }
}

/** Returns undefined if the browser blocks session storage. The form then works without a draft. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
