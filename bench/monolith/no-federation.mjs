/** In place of federation's runtime, which one application has no use for: it never started. */
export const getInstance = () => undefined;
