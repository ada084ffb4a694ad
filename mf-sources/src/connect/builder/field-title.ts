import { ownValue } from '@headwater/shared/contract';
import { messages } from '../../messages.ts';
import type { ApiForm } from './api-form.ts';

/** Returns what a field of the form is called, by its name. */
export function useFieldTitle({ authentication }: ApiForm) {
  const t = messages.use();
  return (name: string): string => {
    const credential = /^config:(.*)$/.exec(name)?.[1];
    if (credential !== undefined) return ownValue(authentication.titles, credential) ?? credential;
    const field = name.replace(/^streams\.\d+\./, '').replace(/\.\d+\.(?:name|value)$/, '');
    const key = `builder.${field}`;
    return t.has(key) ? t(key) : name;
  };
}
