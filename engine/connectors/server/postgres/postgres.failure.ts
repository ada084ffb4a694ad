import { DatabaseError } from 'pg';
import { FailureError, toFailure } from '@headwater/base/failures/failure';
import { BROKEN_CODES } from '../server-socket.ts';
import type { ServerConfiguration } from '../server-config.ts';
import { LOCK_SECONDS } from './postgres.lock-limit.ts';

/** Codes with which the server ends the session or reports a broken connection. */
const ENDED = /^(57P0[1-5]|08...|25P03)$/;

/** Codes of a lost connection that arrive over a working one. */
const FOREIGN = /^(57P0[1-5]|08...|HV00N)$/;

/**
 * Returns the failure for an error while the table `table` was read or tables were listed. With `isAlive`, the session
 * still works, so a lost connection is the one to the server of a foreign table.
 */
export function sourceFailure(
  error: unknown,
  configuration: ServerConfiguration,
  table: string,
  isAlive = false,
): FailureError {
  const { host } = configuration;
  if (error instanceof FailureError) return error;
  const internalMessage = wordsOf(error, configuration);
  if (isAlive && error instanceof DatabaseError && FOREIGN.test(error.code ?? ''))
    return new FailureError('foreign_server_unreachable', { table, host }, { internalMessage });
  if (isBroken(error)) return new FailureError('source_disconnected', { host }, { internalMessage });
  if (!(error instanceof DatabaseError)) return new FailureError({ ...toFailure(error), internalMessage });
  switch (error.code) {
    case '42501':
      return new FailureError('permission_denied', { table }, { internalMessage });
    case '42P01':
    case '3F000':
      return new FailureError('table_missing', { table }, { internalMessage });
    case '42703':
      return new FailureError('schema_changed', { table }, { internalMessage });
    case '40001': // Read only and repeatable, a transaction conflicts with nothing else.
      return new FailureError('replica_conflict', { table, host }, { internalMessage });
    case '55P03':
      return new FailureError('table_locked', { table, seconds: LOCK_SECONDS }, { internalMessage });
    default:
      return new FailureError(
        'source_error',
        { reason: internalMessage },
        { internalMessage, type: isPassing(error) ? 'transient_error' : undefined },
      );
  }
}

/** Returns the failure for an error during sign-in. `encrypted` says whether the connection uses TLS. */
export function signInFailure(
  error: unknown,
  configuration: ServerConfiguration,
  encrypted: boolean,
): FailureError {
  const { host, user, database, sslmode } = configuration;
  if (error instanceof FailureError) return error;
  const internalMessage = wordsOf(error, configuration);
  const circumstances = { internalMessage };
  // The driver itself refuses an empty password if the server requests one.
  if (/password must be a/i.test(internalMessage))
    return new FailureError('password_refused', { host, user }, circumstances);
  if (isBroken(error)) return new FailureError('source_disconnected', { host }, circumstances);
  if (!(error instanceof DatabaseError))
    return new FailureError('source_error', { reason: internalMessage }, circumstances);
  switch (error.code) {
    case '28P01':
      return new FailureError('password_refused', { host, user }, circumstances);
    case '28000':
      if (!encrypted && sslmode === 'disable' && /no encryption|SSL off/i.test(error.message)) {
        return new FailureError('tls_required', { host }, circumstances);
      }
      return new FailureError('user_refused', { host, user }, circumstances);
    case '42501': // The user has no CONNECT privilege on the database.
      return new FailureError('user_refused', { host, user }, circumstances);
    case '3D000':
      return new FailureError('database_not_found', { host, database }, circumstances);
    case '53300':
      return new FailureError('too_many_connections', { host }, circumstances);
    default:
      return new FailureError(
        'source_error',
        { reason: internalMessage },
        { internalMessage, type: isPassing(error) ? 'transient_error' : undefined },
      );
  }
}

/** Returns whether the error means that the connection itself is lost. */
function isBroken(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (error instanceof DatabaseError) return code !== '57P03' && ENDED.test(code ?? '');
  return (
    BROKEN_CODES.has(code ?? '') ||
    /^Connection terminated|not queryable|Client was closed/.test(message ?? '')
  );
}

/** Startup, temporary lack of resources, deadlocks: worth another attempt. */
const isPassing = ({ code = '' }: DatabaseError) => /^(57P03|57014|53...|40...|58...)$/.test(code);

function wordsOf(error: unknown, { password }: ServerConfiguration): string {
  const words = error instanceof Error ? error.message : String(error);
  return password.length < 3 ? words : words.replaceAll(password, '…');
}
