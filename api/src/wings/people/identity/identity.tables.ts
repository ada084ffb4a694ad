import type { Generated } from 'kysely';
import type { LANGUAGES, Role, THEMES } from '@headwater/shared/contract';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    memberships: { workspace_id: string; user_id: string; role: Role; created_at: Generated<Date> };
    /** A view of users as their workspaces may see them. */
    workspace_members: {
      workspace_id: string;
      user_id: string;
      role: Role;
      email: string;
      name: string;
      created_at: Date;
    };
    workspace_invitations: {
      workspace_id: string;
      id: string;
      email: string;
      email_folded: string;
      role: Role;
      code_hash: Buffer;
      by_mail: boolean;
      invited_by: string;
      created_at: Generated<Date>;
      expires_at: Date;
      accepted_at: Date | null;
      canceled_at: Date | null;
    };
  }
  interface InstallationTables {
    users: {
      id: string;
      email: string;
      email_folded: string;
      name: string;
      /** Null for users who sign in only with Google. */
      password_hash: string | null;
      is_superuser: Generated<boolean>;
      created_at: Generated<Date>;
      last_sign_in_at: Date | null;
      email_confirmed_at: Date | null;
      language: (typeof LANGUAGES)[number] | null;
      theme: (typeof THEMES)[number] | null;
      time_zone: string | null;
      demo_ends_at: Date | null;
    };
    sessions: {
      id: string;
      user_id: string;
      token_hmac: Buffer;
      /** Under which it began. It gets a new ID, and keeps this one, when its user proves again who they are. */
      first_id: string;
      created_at: Generated<Date>;
      last_seen_at: Generated<Date>;
      expires_at: Date;
      user_agent: string | null;
      address: string | null;
    };
    account_codes: {
      id: string;
      user_id: string;
      purpose: 'confirm_email' | 'change_email' | 'reset_password';
      code_hash: Buffer;
      email: string;
      created_at: Generated<Date>;
      expires_at: Date;
      spent_at: Date | null;
    };
    sign_up_invitations: {
      id: string;
      email: string;
      email_folded: string;
      code_hash: Buffer;
      created_at: Generated<Date>;
      expires_at: Date;
      accepted_at: Date | null;
    };
    user_identities: {
      issuer: string;
      subject: string;
      user_id: string;
      email: string;
      created_at: Generated<Date>;
    };
    login_failures: { account: Buffer; failures: number; first_failed_at: Date; blocked_until: Date | null };
  }
}
