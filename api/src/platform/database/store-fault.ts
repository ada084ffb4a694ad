import pg from 'pg';

/** The pool had no connection to give: the server is down or refuses, or all connections stay in use. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

const FULL = '53100';
/**
 * The server is shutting down, has crashed, is starting, or has no connections left, or a connection broke or was given
 * up, because this process was suspended.
 */
const AWAY = /^(57P0[1-3]|53300|08\w{3}|25P03)$/;
const BROKEN = /^Connection terminated|not queryable$/;

/**
 * Classifies a store error for the caller. Returns undefined if the store is neither unavailable nor full.
 */
export function storeFault(error: unknown): 'unavailable' | 'disk_full' | undefined {
  if (error instanceof StoreUnavailable) return 'unavailable';
  if (!(error instanceof Error)) return undefined;
  if (error instanceof pg.DatabaseError) {
    if (error.code === FULL) return 'disk_full';
    return AWAY.test(error.code ?? '') ? 'unavailable' : undefined;
  }
  const isBroken = BROKEN.test(error.message) || isOfSocket(error);
  return isBroken ? 'unavailable' : undefined;
}

// The driver passes on its socket's errors. An interrupted upload has such a code too, but
// names no system call.
const isOfSocket = ({ code, syscall }: NodeJS.ErrnoException) =>
  (code === 'ECONNRESET' || code === 'EPIPE') && (syscall === 'read' || syscall === 'write');
