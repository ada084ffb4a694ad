/** In milliseconds. Server events usually arrive first; polling is for when they don't. */
const INTERVAL = 2_500;

/** Returns a `refetchInterval` that polls for as long as the data is in progress. */
export const pollWhile =
  <T>(isInProgress: (response: T) => boolean, interval = INTERVAL) =>
  (query: { state: { data: T | undefined } }) =>
    query.state.data !== undefined && isInProgress(query.state.data) ? interval : false;
