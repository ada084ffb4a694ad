/** After this time, every process has noticed that the target of its work is gone and has stopped writing. */
export const LATE_WRITERS_SECONDS = 120;
