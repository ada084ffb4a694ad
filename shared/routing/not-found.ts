/**
 * Shows the not-found screen when thrown in a loader or a render. It has the fields by which React Router recognizes a
 * route error, so `isRouteErrorResponse` is true for it wherever it was thrown.
 */
class NotFoundError extends Error {
  override name = 'NotFoundError';
  readonly status = 404;
  readonly statusText = 'Not Found';
  readonly internal = false;
  /** The heading instead of 'Page not found'. */
  readonly data: string | undefined;

  constructor(heading: string | undefined) {
    super('Not Found');
    this.data = heading;
  }
}

/** Ends a loader or a render with the not-found screen. `heading` replaces 'Page not found'. */
export function notFound(heading?: string): never {
  throw new NotFoundError(heading);
}
