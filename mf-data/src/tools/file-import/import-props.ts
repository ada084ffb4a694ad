import type { SourceConnection } from '../../source.queries.ts';
import type { Catalog } from './import.queries.ts';

export interface ImportProps {
  organizationId: string;
  source: SourceConnection;
  catalog: Catalog;
}
