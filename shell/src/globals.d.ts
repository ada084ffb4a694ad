/** The page's CSP nonce, set by its first script; the toast library reads it too. */
interface Window {
  __nonce__?: string;
}
