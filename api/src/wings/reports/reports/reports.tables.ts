import type { Table } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    reports: Table<'reports'>;
    all_reports: Table<'all_reports'>;
    report_versions: Table<'report_versions'>;
    report_openings: Table<'report_openings'>;
    report_favorites: Table<'report_favorites'>;
  }
}
