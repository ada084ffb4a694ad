import type { Route } from '../src/http/define-route.ts';
import type { ApiModule } from '../src/wings/api-module.ts';

/** Creates a module with these routes and nothing else. */
export const moduleOf = (...routes: Route[]): ApiModule => ({ name: 'test', needs: [], routes });
