import type { Generated } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface InstallationTables {
    demo_codes: {
      id: string;
      code_hash: Buffer;
      label: string;
      max_uses: number;
      uses: Generated<number>;
      created_at: Generated<Date>;
      expires_at: Date | null;
    };
  }
}
