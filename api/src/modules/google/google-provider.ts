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
import type { GoogleConfig } from '../../platform/config/config.ts';
import { ClaimRefused, identityOf, SKEW_SECONDS, type GoogleIdentity } from './identity.rules.ts';

const KNOWN_FOR_MS = 3_600_000;

/** What the server alone knows of an attempt, until the provider's answer is held against it. */
export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The OpenID provider: knows where to send people, and whom it sends back. */
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

  /** Whom the answer at `callbackUrl` is about; throws where any of it is not as it has to be. */
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

  /** The provider's addresses, for an hour. Its keys hang on them; openid-client asks for those again by their own age. */
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
      // One algorithm: with a choice, whoever writes the token would choose.
      { client_secret: clientSecret, id_token_signed_response_alg: 'RS256', [clockTolerance]: SKEW_SECONDS },
      undefined,
      {
        [customFetch]: this.#fetch,
        // Without the first, openid-client trusts the connection and verifies no signature.
        execute: [
          enableNonRepudiationChecks,
          // The configuration takes a plain http issuer on this machine alone.
          ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
        ],
      },
    );
    if (configuration.serverMetadata().issuer !== issuer) throw new ClaimRefused('issuer');
    return configuration;
  }
}
