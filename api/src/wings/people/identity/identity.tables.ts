import type { Table } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    memberships: Table<'memberships'>;
    workspace_members: Table<'workspace_members'>;
    workspace_invitations: Table<'workspace_invitations'>;
  }
  interface InstallationTables {
    users: Table<'users'>;
    sessions: Table<'sessions'>;
    account_codes: Table<'account_codes'>;
    sign_up_invitations: Table<'sign_up_invitations'>;
    user_identities: Table<'user_identities'>;
    login_failures: Table<'login_failures'>;
  }
}
