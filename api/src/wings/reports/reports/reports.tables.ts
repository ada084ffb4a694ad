import type { Generated } from 'kysely';

interface ReportTable {
  workspace_id: string;
  id: string;
  name: string;
  version: number;
  /** A user's name at that time. */
  created_by: string | null;
  created_by_id: string | null;
  changed_by: string | null;
  changed_at: Generated<Date>;
}

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    /** Those that aren't deleted. */
    reports: ReportTable;
    all_reports: ReportTable & { deleted_at: Date | null; deleted_by: string | null };
    report_versions: {
      workspace_id: string;
      report_id: string;
      version: number;
      name: string;
      /** A ReportContent as JSON. */
      content: string;
      cards: number;
      table_ids: string[];
      saved_by: string | null;
      saved_at: Generated<Date>;
      restored_from: number | null;
    };
    /** How often members opened a report on a day in UTC, and others by a shared link. */
    report_openings: {
      workspace_id: string;
      report_id: string;
      day: string;
      openings: number;
      by_links: Generated<number>;
    };
    report_favorites: {
      workspace_id: string;
      report_id: string;
      user_id: string;
    };
  }
}
