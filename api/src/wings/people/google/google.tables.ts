import type { Table } from '../../../platform/database/tables.ts';
import type { GoogleIdentity } from './identity.rules.ts';

declare module '../../../platform/database/tables.ts' {
  interface InstallationTables {
    google_attempts: Table<'google_attempts', { identity: GoogleIdentity }>;
  }
}
