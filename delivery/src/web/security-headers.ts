import type { FastifyReply } from 'fastify';
import { INERT_POLICY } from './content-security-policy.ts';

/** Features that no screen uses, so no script of a screen may either. */
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

/** Set on every answer, whatever its route and status; a page brings its own policy. */
export function setSecurityHeaders(reply: FastifyReply, https: boolean): void {
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', INERT_POLICY);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'strict-origin-when-cross-origin');
  reply.header('cross-origin-resource-policy', 'same-origin');
  reply.header('permissions-policy', PERMISSIONS);
  if (https) reply.header('strict-transport-security', 'max-age=31536000');
}
