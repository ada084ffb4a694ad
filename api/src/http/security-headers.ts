import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config/config.ts';

const DENIED_FEATURES = [
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
const PERMISSIONS = ['clipboard-write=(self)', ...DENIED_FEATURES.map((feature) => `${feature}=()`)].join(
  ', ',
);

/** What every response of the API carries, whatever its route and status. */
export function securityHeaders(config: Config, requestId: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...(config.publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

export function setSecurityHeaders(reply: FastifyReply, config: Config): void {
  reply.headers(securityHeaders(config, reply.request.id));
}
