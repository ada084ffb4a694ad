interface Noted {
  responseStatus: number;
  encodedBodySize?: number;
}

/** Removes the time from the URL of a second attempt: `…?r=1`. */
export const untimed = (url: string | null) => url?.replace(/([?]r=\d+)\.\w+$/, '$1') ?? '';

/**
 * Sets what the browser has recorded about requests for files, by path. jsdom requests none and records
 * nothing.
 */
export function noteRequests(noted: Record<string, Noted>) {
  Object.assign(performance, {
    getEntriesByName: (url: string) => {
      const entry = noted[untimed(url.replace(location.origin, ''))];
      return entry ? [{ encodedBodySize: 0, ...entry }] : [];
    },
  });
}
