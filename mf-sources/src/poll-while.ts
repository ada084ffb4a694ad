/** Milliseconds; events usually come first, this is for when none do. */
const INTERVAL = 2_500;

/** A `refetchInterval`: asks again for as long as what was answered is still on its way. */
export const pollWhile =
  <T>(isOnItsWay: (response: T) => boolean, interval = INTERVAL) =>
  (query: { state: { data: T | undefined } }) =>
    query.state.data !== undefined && isOnItsWay(query.state.data) ? interval : false;
