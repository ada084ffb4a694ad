import { ownValue } from '@headwater/shared/contract';
/** A React Router pattern, compiled: `/w/:organizationId/data`, `/superuser/*` (which also matches `/superuser`). */
export interface RoutePattern {
  /** A splat defines where a layout applies, not which pages exist. */
  readonly isSplat: boolean;
  /** More fixed segments rank higher, then more segments, as in React Router. */
  readonly rank: number;
  /**
   * Returns the parameters as they are in the URL, still percent-encoded, or undefined if the path doesn't
   * match.
   */
  match(path: string): Record<string, string> | undefined;
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

export function compilePattern(pattern: string): RoutePattern {
  const parts = segmentsOf(pattern);
  const isSplat = parts.at(-1) === '*';
  const fixed = isSplat ? parts.slice(0, -1) : parts;
  return {
    isSplat,
    rank: fixed.reduce((rank, part) => rank + (part.startsWith(':') ? 10 : 11), 0),
    match(path) {
      const segments = segmentsOf(path);
      if (isSplat ? segments.length < fixed.length : segments.length !== fixed.length) return undefined;
      const params = new Map<string, string>();
      for (const [index, part] of fixed.entries()) {
        const segment = segments[index] ?? '';
        if (part.startsWith(':')) params.set(part.slice(1), segment);
        else if (part !== segment) return undefined;
      }
      return Object.fromEntries(params);
    },
  };
}

/**
 * Fills the parameters into `organizations/:organizationId/tables`. Returns undefined if one is unknown or
 * isn't valid text.
 */
export function fillPath(template: string, params: Record<string, string>): string | undefined {
  const parts = template
    .split('/')
    .map((part) => (part.startsWith(':') ? encode(ownValue(params, part.slice(1))) : part));
  return parts.includes(undefined) ? undefined : parts.join('/');
}

/** Encodes a segment as the client does, whatever was encoded in the URL. */
function encode(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}
