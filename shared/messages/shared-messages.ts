import { ApiError, NetworkError } from '../api/errors.ts';
import { FAILURE_CODES } from '../contract/ground/failure-codes.ts';
import { LOG_CODES } from '../contract/ground/log-codes.ts';
import { useCallback } from 'react';
import type { Failure } from '../contract/ground/failure.ts';
import type { Finding } from '../contract/ground/finding.ts';
import type { ErrorObject } from '../contract/ground/json-api.ts';
import type { MessageValues } from '../contract/ground/message-values.ts';
import type { LogLineAttributes } from '../contract/syncs/sync-log.ts';
import type { RejectedRowAttributes } from '../contract/syncs/sync-run.ts';
import { defineMessages, type Translate } from './catalog.ts';
import type en from './messages/en.json';

/**
 * The messages of shared itself: rules, error and failure codes, statuses, common verbs. The shell loads them first.
 */
export const sharedMessages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "shared-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "shared-messages-de" */ './messages/de.json'),
});

/**
 * Returns an error's message: translated by its code, or the server's own text if the code is newer than this page.
 */
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

/** Returns what happened and what to do about it, for a check, a discovery, or a run that failed. */
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

/** Returns the message for a finding of a connection check. */
export function useFindingText(): (finding: Finding) => string {
  const t = sharedMessages.use();
  return ({ code, message, values }) => {
    const key = `finding.${code}`;
    return t.has(key) ? t(key, withReason(t, values)) : message;
  };
}

/** Returns what a line of a run's log says. */
export function useLogText(): (line: Pick<LogLineAttributes, 'code' | 'message' | 'values'>) => string {
  const t = sharedMessages.use();
  return ({ code, message, values }) => {
    const key = `log.${code}`;
    return t.has(key) ? t(key, withReason(t, values)) : message;
  };
}

/** Returns the codes of log lines and failures whose messages contain a text, in the user's language. */
export function useCodesSaying(): (text: string) => string[] {
  const t = sharedMessages.use();
  return useCallback(
    (text) => {
      const wanted = text.trim().toLowerCase();
      if (wanted === '') return [];
      const says = (prefix: string, codes: Record<string, readonly string[]>) =>
        Object.entries(codes).flatMap(([code, names]) => {
          const key = `${prefix}.${code}`;
          // Numbers and names are left out, and found in the English text.
          const values = Object.fromEntries(names.map((name) => [name, '']));
          return t.has(key) && t(key, values).toLowerCase().includes(wanted) ? [code] : [];
        });
      return [...new Set([...says('log', LOG_CODES), ...says('failure', FAILURE_CODES)])];
    },
    [t],
  );
}

/** Returns the reason why a row was rejected. */
export function useRejectionText(): (
  row: Pick<RejectedRowAttributes, 'code' | 'reason' | 'values'>,
) => string {
  const t = sharedMessages.use();
  return ({ code, reason, values }) => {
    const key = `rejection.${code}`;
    return t.has(key) ? t(key, values) : reason;
  };
}

/** Translates `reason`: a message about a rejected row has the reason's English text and its code among its values. */
function withReason(t: Translate<keyof typeof en>, values: MessageValues): MessageValues {
  const key = `rejection.${values.reasonCode}`;
  return t.has(key) ? { ...values, reason: t(key, values) } : values;
}

/** Translates `cause`: a message about another failure has that one's English text and its code among its values. */
function withCause(t: Translate<keyof typeof en>, values: MessageValues): MessageValues {
  const key = `failure.${values.causeCode}`;
  return t.has(key) ? { ...values, cause: t(key, values) } : values;
}

function isErrorObject(value: unknown): value is ErrorObject {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}
