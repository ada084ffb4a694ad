import type { FieldSpec } from './specification.ts';
import type { FormValues } from './configuration.ts';

/** Keeps what was typed over a reload of the tab. Secrets are never written, whatever the form holds. */
export function saveDraft(key: string, fields: readonly FieldSpec[], values: FormValues) {
  const secrets = new Set(fields.filter((field) => field.kind === 'secret').map((field) => field.name));
  const kept = Object.entries(values).filter(([name]) => !secrets.has(name));
  storage()?.setItem(key, JSON.stringify(Object.fromEntries(kept)));
}

/** What was typed before the reload, as far as the form still has those fields. */
export function readDraft(key: string, initial: FormValues): FormValues {
  const written = parse(storage()?.getItem(key));
  const known = Object.entries(written).filter(([name, value]) => typeof value === typeof initial[name]);
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

/** Undefined where the browser has closed it; the form works without a draft then. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
