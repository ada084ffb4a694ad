import type { Route } from '../src/http/define-route.ts';
import type { ApiModule } from '../src/modules/api-module.ts';

/** A module that has these routes and nothing else. */
export const moduleOf = (...routes: Route[]): ApiModule => ({ name: 'test', needs: [], routes });
