import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

// The parts of ASN.1 and X.509 that a certificate needs, because Node.js can read certificates but not create them.
const [SEQUENCE, SET, INTEGER, BIT_STRING, OCTET_STRING, OID, UTF8, UTC_TIME] = [
  0x30, 0x31, 0x02, 0x03, 0x04, 0x06, 0x0c, 0x17,
] as const;
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const ALTERNATIVE_NAME = '551d11';
const DAY_MS = 86_400_000;

/** Creates a self-signed certificate for this host, with its key. It's valid until tomorrow. */
export function selfSigned(host: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = tlv(SEQUENCE, oid(ECDSA_WITH_SHA256));
  const name = tlv(SEQUENCE, tlv(SET, tlv(SEQUENCE, oid(COMMON_NAME), tlv(UTF8, Buffer.from(host)))));
  const serial = tlv(INTEGER, Buffer.of(1), randomBytes(8));
  const validity = tlv(SEQUENCE, time(Date.now() - DAY_MS), time(Date.now() + DAY_MS));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const version3 = tlv(0xa0, tlv(INTEGER, Buffer.of(2)));
  const extensions = tlv(0xa3, tlv(SEQUENCE, alternativeName(host)));
  const content = tlv(
    SEQUENCE,
    ...[version3, serial, algorithm, name, validity, name, subjectKey, extensions],
  );
  const signature = tlv(BIT_STRING, Buffer.of(0), sign('sha256', content, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(tlv(SEQUENCE, content, algorithm, signature)),
  };
}

function alternativeName(host: string): Buffer {
  const name = isIPv4(host)
    ? tlv(0x87, Buffer.from(host.split('.').map(Number)))
    : tlv(0x82, Buffer.from(host));
  return tlv(SEQUENCE, oid(ALTERNATIVE_NAME), tlv(OCTET_STRING, tlv(SEQUENCE, name)));
}

function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

const oid = (hex: string) => tlv(OID, Buffer.from(hex, 'hex'));

/** Encodes a time as `YYMMDDhhmmssZ`. */
function time(moment: number): Buffer {
  const digits = new Date(moment).toISOString().replace(/\D/g, '').slice(2, 14);
  return tlv(UTC_TIME, Buffer.from(`${digits}Z`));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
