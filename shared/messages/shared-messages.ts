import { ApiError, NetworkError } from '../api/errors.ts';
import type { Failure } from '../contract/failure.ts';
import type { Finding } from '../contract/finding.ts';
import type { ErrorObject } from '../contract/json-api.ts';
import type { MessageValues } from '../contract/message-values.ts';
import type { RejectedRowAttributes } from '../contract/sync-run.ts';
import { defineMessages, type Translate } from './catalogue.ts';
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
      message: t.has(key) ? t(key, withCause(t, withReason(t, values))) : message,
      fix: t.has(fixKey) ? t(fixKey, values) : fix,
    };
  };
}

/** What a step of a connection check has found. */
export function useFindingText(): (finding: Finding) => string {
  const t = sharedMessages.use();
  return ({ code, message, values }) => {
    const key = `finding.${code}`;
    return t.has(key) ? t(key, withReason(t, values)) : message;
  };
}

/** Why a row was rejected. */
export function useRejectionText(): (
  row: Pick<RejectedRowAttributes, 'code' | 'reason' | 'values'>,
) => string {
  const t = sharedMessages.use();
  return ({ code, reason, values }) => {
    const key = `rejection.${code}`;
    return t.has(key) ? t(key, values) : reason;
  };
}

/** A message that speaks of a rejected row has the reason's English among its values, and its code. */
function withReason(t: Translate<keyof typeof en>, values: MessageValues): MessageValues {
  const key = `rejection.${values.reasonCode}`;
  return t.has(key) ? { ...values, reason: t(key, values) } : values;
}

/** A message that speaks of another failure has that one's English among its values, and its code. */
function withCause(t: Translate<keyof typeof en>, values: MessageValues): MessageValues {
  const key = `failure.${values.causeCode}`;
  return t.has(key) ? { ...values, cause: t(key, values) } : values;
}

function isErrorObject(value: unknown): value is ErrorObject {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}
