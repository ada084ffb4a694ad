/**
 * How long a canceled job may take to tell the source, in ms. It does that on its own, after the job itself has ended:
 * PostgreSQL has to be told over a second connection.
 */
export const TELLS_WITHIN_MS = 250;
