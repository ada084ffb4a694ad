/**
 * The journeys that decide about a candidate. Together they cover every remote, and they use only the running
 * product, so they try whatever versions it is given.
 */
export const COMPOSED_JOURNEYS = [
  'every-screen',
  'postgresql',
  'preferences',
  'profile',
  'sample-data',
  'sign-in',
  'superuser',
] as const;
