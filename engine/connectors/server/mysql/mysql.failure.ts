import { FailureError, toFailure } from '@headwater/base/failures/failure';
import { BROKEN_CODES } from '../server-socket.ts';
import type { ServerConfiguration } from '../server-config.ts';

/** How long to wait for a table's lock. A longer wait would block other sessions that queue behind it. */
export const LOCK_SECONDS = 5;

/** An error of the driver: with the server's number, or with a code of its own. */
interface DriverError extends Error {
  errno?: number;
  code?: string;
  fatal?: boolean;
}

/** The server ends the session. */
const ENDED = new Set([1053, 1077, 1079, 1927]);
const DENIED = new Set([1142, 1143, 1227, 1370, 1410]);
const LOCKED = new Set([1205, 3572]);
const FULL = new Set([1040, 1203, 1226]);
const ACCOUNT = new Set([1044, 1129, 1130, 1698, 1820, 1862, 3118, 3955, 4151]);
/** Deadlocks, interrupted statements, lack of resources: worth another attempt. */
const PASSING = new Set([1021, 1037, 1038, 1041, 1213, 1317, 1969, 3024, 1836, 1290]);

/** Returns the failure for an error while the table `table` was read or tables were listed. */
export function sourceFailure(
  error: unknown,
  configuration: ServerConfiguration,
  table: string,
): FailureError {
  if (error instanceof FailureError) return error;
  const { host } = configuration;
  const internalMessage = wordsOf(error, configuration);
  const circumstances = { internalMessage };
  if (/LOCAL INFILE/.test(internalMessage))
    return new FailureError('local_file_demanded', { host }, circumstances);
  if (isBroken(error)) return new FailureError('source_disconnected', { host }, circumstances);
  const { errno } = error as DriverError;
  if (typeof errno !== 'number') return new FailureError({ ...toFailure(error), internalMessage });
  if (DENIED.has(errno)) return new FailureError('permission_denied', { table }, circumstances);
  if (errno === 1146 || errno === 1049) return new FailureError('table_missing', { table }, circumstances);
  if (errno === 1054) return new FailureError('schema_changed', { table }, circumstances);
  if (errno === 1412) return new FailureError('table_rewritten', { table }, circumstances);
  if (LOCKED.has(errno))
    return new FailureError('table_locked', { table, seconds: LOCK_SECONDS }, circumstances);
  return sourceError(internalMessage, errno);
}

/** Returns the failure for an error during sign-in. */
export function signInFailure(error: unknown, configuration: ServerConfiguration): FailureError {
  if (error instanceof FailureError) return error;
  const { host, user, database } = configuration;
  const internalMessage = wordsOf(error, configuration);
  const circumstances = { internalMessage };
  const { errno, code } = error as DriverError;
  if (errno === 1045) return new FailureError('password_refused', { host, user }, circumstances);
  if (errno === 1049) return new FailureError('database_not_found', { host, database }, circumstances);
  if (errno === 3159) return new FailureError('tls_required', { host }, circumstances);
  if (typeof errno === 'number' && FULL.has(errno))
    return new FailureError('too_many_connections', { host }, circumstances);
  if (typeof errno === 'number' && ACCOUNT.has(errno))
    return new FailureError('account_refused', { host, user }, circumstances);
  if (
    code === 'AUTH_SWITCH_PLUGIN_ERROR' ||
    /authentication (method|plugin)|auth plugin/i.test(internalMessage)
  )
    return new FailureError('sign_in_method_unknown', { host, user }, circumstances);
  if (isBroken(error)) return new FailureError('source_disconnected', { host }, circumstances);
  return sourceError(internalMessage, errno);
}

/** Returns whether the error means that the connection itself is lost. */
function isBroken(error: unknown): boolean {
  const { errno, code, message } = error as DriverError;
  if (typeof errno === 'number' && errno > 0) return ENDED.has(errno);
  return (
    code === 'PROTOCOL_CONNECTION_LOST' ||
    BROKEN_CODES.has(code ?? '') ||
    /closed state|packets? out of order|Malformed|Connection (lost|terminated)/i.test(message ?? '')
  );
}

const sourceError = (reason: string, errno?: number) =>
  new FailureError(
    'source_error',
    { reason },
    { internalMessage: reason, type: PASSING.has(errno ?? 0) ? 'transient_error' : undefined },
  );

function wordsOf(error: unknown, { password }: ServerConfiguration): string {
  const words = error instanceof Error ? error.message : String(error);
  return password.length < 3 ? words : words.replaceAll(password, '…');
}
