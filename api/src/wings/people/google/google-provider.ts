import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import type { GoogleConfig } from '../../../platform/config/config.ts';
import { ClaimRefused, identityOf, SKEW_SECONDS, type GoogleIdentity } from './identity.rules.ts';

const KNOWN_FOR_MS = 3_600_000;

/** What only the server knows about an attempt, to compare with the provider's response. */
export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The OpenID provider: it knows where to send people and who has returned. */
export class GoogleProvider {
  readonly #google: GoogleConfig;
  readonly #fetch: CustomFetch;
  #known: { readonly configuration: Promise<Configuration>; readonly until: number } | undefined;

  constructor(google: GoogleConfig, fetch: CustomFetch) {
    this.#google = google;
    this.#fetch = fetch;
  }

  async authorizationUrl({ state, nonce, codeVerifier }: AttemptSecrets, redirectUri: string): Promise<URL> {
    return buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      prompt: 'select_account',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  /** Returns the identity in the response at `callbackUrl`. Throws if any part of the response is wrong. */
  async identify(callbackUrl: URL, { state, nonce, codeVerifier }: AttemptSecrets): Promise<GoogleIdentity> {
    const tokens = await authorizationCodeGrant(await this.#configuration(), callbackUrl, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new ClaimRefused('id_token');
    return identityOf(claims, this.#google);
  }

  /**
   * Returns the provider's endpoints, cached for an hour. openid-client caches the keys with them, and
   * refreshes those itself.
   */
  #configuration(): Promise<Configuration> {
    if (this.#known && this.#known.until > Date.now()) return this.#known.configuration;
    const known = { configuration: this.#discover(), until: Date.now() + KNOWN_FOR_MS };
    this.#known = known;
    known.configuration.catch(() => {
      if (this.#known === known) this.#known = undefined;
    });
    return known.configuration;
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#google;
    const configuration = await discovery(
      new URL(issuer),
      clientId,
      // Exactly one algorithm. With several, the author of a token could choose.
      { client_secret: clientSecret, id_token_signed_response_alg: 'RS256', [clockTolerance]: SKEW_SECONDS },
      undefined,
      {
        [customFetch]: this.#fetch,
        // Without the first one, openid-client trusts the connection and verifies no signatures.
        execute: [
          enableNonRepudiationChecks,
          // The configuration accepts a plain http issuer only on this machine.
          ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
        ],
      },
    );
    if (configuration.serverMetadata().issuer !== issuer) throw new ClaimRefused('issuer');
    return configuration;
  }
}
