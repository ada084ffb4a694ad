/** A request to the web server that the page came from; the API has a client of its own (`shared/api`). */
export function askDelivery(address: string, options: RequestInit): Promise<Response> {
  // eslint-disable-next-line no-restricted-globals -- what the API's client brings along, delivery has no use for
  return fetch(address, options);
}
