import type { ApiModule } from '../../api-module.ts';
import './dependencies.tables.ts';

export {
  indexUses,
  listDependents,
  listUses,
  type DependentDocument,
  type TableUse,
} from './dependencies.repository.ts';

/** Knows which documents use which columns of which tables. Whoever has such documents writes it. */
export const dependencies: ApiModule = { name: 'dependencies', needs: [], routes: [] };
