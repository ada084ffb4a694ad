/** After so long every process has noticed that what it works for is gone, and has stopped writing. */
export const LATE_WRITERS_SECONDS = 120;
