import type { Generated } from 'kysely';
import type { Role } from '@headwater/shared/contract';

declare module '../db/tables.ts' {
  interface WorkspaceTables {
    memberships: { workspace_id: string; user_id: string; role: Role; created_at: Generated<Date> };
    /** A view: people as their workspace may see them. */
    workspace_members: { workspace_id: string; user_id: string; role: Role; email: string; name: string };
  }
  interface InstallationTables {
    users: {
      id: string;
      email: string;
      email_folded: string;
      name: string;
      password_hash: string;
      is_superuser: Generated<boolean>;
      created_at: Generated<Date>;
      last_sign_in_at: Date | null;
    };
    sessions: {
      id: string;
      user_id: string;
      token_hmac: Buffer;
      created_at: Generated<Date>;
      last_seen_at: Generated<Date>;
      expires_at: Date;
    };
    login_failures: { account: Buffer; failures: number; first_failed_at: Date; blocked_until: Date | null };
  }
}
