import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from 'jose';

/** The keys with which an OpenID provider signs, and the public keys that it publishes. */
export interface SigningKeys {
  readonly privateKey: CryptoKey;
  readonly publicKey: JWK;
  /** Also published: a provider may sign with algorithms that we don't accept. */
  readonly ellipticKey: CryptoKey;
  readonly published: readonly JWK[];
}

export async function makeSigningKeys(): Promise<SigningKeys> {
  const rsa = await generateKeyPair('RS256');
  const elliptic = await generateKeyPair('ES256');
  const publicKey = { ...(await exportJWK(rsa.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const published = [publicKey, { ...(await exportJWK(elliptic.publicKey)), kid: 'elliptic', use: 'sig' }];
  return { privateKey: rsa.privateKey, publicKey, ellipticKey: elliptic.privateKey, published };
}
