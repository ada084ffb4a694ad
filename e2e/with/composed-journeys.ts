/**
 * The journeys that decide about a candidate: between them they go through every remote, and through nothing but the
 * running product, so that whatever versions it is given are what is tried.
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
