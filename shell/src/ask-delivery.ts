/** Sends a request to the web server that the page came from. The API has its own client (`shared/api`). */
export function askDelivery(url: string, options: RequestInit): Promise<Response> {
  // eslint-disable-next-line no-restricted-globals -- delivery has no use for what the API's client adds
  return fetch(url, options);
}
