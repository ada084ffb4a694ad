import { deleteOldAnswers } from '../../http/idempotency.ts';
import type { ApiModule } from '../api-module.ts';
import { productRoutes } from './product.routes.ts';

/** What the API says of itself, and what it remembers of calls. */
export const product: ApiModule = {
  name: 'product',
  needs: [],
  routes: productRoutes,
  nightly: (_services, db) => deleteOldAnswers(db),
};
