import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Creates a self-signed certificate for `localhost` and 127.0.0.1, so that the repository contains no key. */
export function selfSignedCertificate(): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = certificateBody(publicKey);
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, ECDSA_SHA256, tagged(0x03, Buffer.from([0]), signature));
  return {
    certificate: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function certificateBody(publicKey: KeyObject): Buffer {
  const name = sequence(tagged(0x31, sequence(oid(85, 4, 3), tagged(0x0c, Buffer.from('Headwater test')))));
  const now = Date.now();
  const validity = sequence(time(now - 3_600_000), time(now + 86_400_000));
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])));
  const authority = sequence(tagged(0x01, Buffer.from([0xff])));
  const extensions = sequence(
    sequence(oid(85, 29, 17), tagged(0x04, names)),
    sequence(oid(85, 29, 19), tagged(0x04, authority)),
  );
  return sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }) as Buffer,
    tagged(0xa3, extensions),
  );
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts);
const integer = (value: number) => tagged(0x02, Buffer.from([value]));
const oid = (...bytes: number[]) => tagged(0x06, Buffer.from(bytes));
const time = (at: number) =>
  tagged(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`));
const ECDSA_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2));

const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;
