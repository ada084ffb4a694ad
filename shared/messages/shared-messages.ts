import { ApiError, NetworkError } from '../api/errors.ts';
import type { Failure } from '../contract/failure.ts';
import type { ErrorObject } from '../contract/json-api.ts';
import { defineMessages } from './catalogue.ts';
import type en from './messages/en.json';

/** The texts of shared itself: rules, error and failure codes, status words, common verbs. The shell loads them first. */
export const sharedMessages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "shared-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "shared-messages-de" */ './messages/de.json'),
});

/** Words for an error: translated by its code; the server's own words where the code is newer than this page. */
export function useErrorText(): (error: unknown) => string {
  const t = sharedMessages.use();
  const ofObject = ({ code, detail, meta = {} }: ErrorObject) => {
    const key = `error.${code}`;
    return t.has(key) ? t(key, meta) : detail;
  };
  return (error) => {
    if (error instanceof ApiError && error.errors?.[0]) return ofObject(error.errors[0]);
    if (error instanceof NetworkError) return t('error.network');
    if (isErrorObject(error)) return ofObject(error);
    return t('error.unknown');
  };
}

/** What happened and what to do about it, for a check, a discovery or a run that failed. */
export function useFailureText(): (failure: Failure) => { message: string; fix: string | null } {
  const t = sharedMessages.use();
  return ({ code, message, fix, values }) => {
    const key = `failure.${code}`;
    const fixKey = `failure.${code}.fix`;
    return {
      message: t.has(key) ? t(key, values) : message,
      fix: t.has(fixKey) ? t(fixKey, values) : fix,
    };
  };
}

function isErrorObject(value: unknown): value is ErrorObject {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}
