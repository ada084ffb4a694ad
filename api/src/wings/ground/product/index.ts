import { deleteOldResponses } from '../../../http/idempotency.ts';
import type { ApiModule } from '../../api-module.ts';
import { productRoutes } from './product.routes.ts';

/** Describes the API itself, and deletes the stored results of requests. */
export const product: ApiModule = {
  name: 'product',
  needs: [],
  routes: productRoutes,
  nightly: (_services, db) => deleteOldResponses(db),
};
