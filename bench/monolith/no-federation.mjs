/** Replaces federation's runtime, which a single application doesn't need: it never started. */
export const getInstance = () => undefined;
