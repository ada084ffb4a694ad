/** Features that no screen uses, so that no script may use them either. */
const DENIED = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS = [
  'clipboard-write=(self)',
  'clipboard-read=()',
  ...DENIED.map((name) => `${name}=()`),
].join(', ');

/** For every response that isn't a page: if a browser is made to show it, it may do nothing. */
const INERT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/**
 * The headers of every response of every server, whatever its route and status; a page sets its own content policy.
 */
export const securityHeaders = (https: boolean): Record<string, string> => ({
  'content-security-policy': INERT_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  ...(https && { 'strict-transport-security': 'max-age=31536000' }),
});
