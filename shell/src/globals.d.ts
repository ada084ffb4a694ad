/** The page's CSP nonce, set by its first script. The toast library reads it, too. */
interface Window {
  __nonce__?: string;
}
