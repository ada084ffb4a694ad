import pg from 'pg';

/** The pool had no connection to give: the server is away, refuses, or all connections stay in use. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

const FULL = '53100';
/** The server shuts down, has crashed, starts up, has no connection left; or a connection broke. */
const AWAY = /^(57P0[1-3]|53300|08\w{3})$/;
const BROKEN = /^Connection terminated|not queryable$/;

/** What an error of the store comes to for whoever asked; undefined where it is neither away nor full. */
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

// The driver passes on what its socket says. An upload that breaks off has such a code too, but names no system call.
const isOfSocket = ({ code, syscall }: NodeJS.ErrnoException) =>
  (code === 'ECONNRESET' || code === 'EPIPE') && (syscall === 'read' || syscall === 'write');
