import type { Generated, JSONColumnType } from 'kysely';
import type { GoogleIdentity } from './identity.rules.ts';

declare module '../../../platform/database/tables.ts' {
  interface InstallationTables {
    google_attempts: {
      id: string;
      purpose: 'login' | 'signup' | 'link';
      browser_hmac: Buffer;
      state_hash: Buffer;
      nonce: string;
      code_verifier: string;
      created_at: Generated<Date>;
      /** Until when the provider's response is accepted. It is accepted only once. */
      expires_at: Date;
      identity: JSONColumnType<GoogleIdentity | null, string | undefined, string>;
      hand_off_hash: Buffer | null;
      hand_off_expires_at: Date | null;
    };
  }
}
