/** Returns the policy of a page: only scripts with this response's nonce run, and what they load. */
export function pagePolicy(nonce: string, sentryDsn: string | null): string {
  const connect = sentryDsn === null ? "'self'" : `'self' ${new URL(sentryDsn).origin}`;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-to csp',
  ].join('; ');
}
