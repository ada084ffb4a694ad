import type { Dependencies, Services } from '../http/services.ts';
import type { ApiModule } from './api-module.ts';
import { Hooks, type Listener } from './hooks.ts';

/** A module together with the services that it sees. */
export interface ComposedModule {
  readonly module: ApiModule;
  readonly services: Services;
}

/** Builds the services of `parts` and everything that they need, in the order in which they start. */
export async function composeModules(
  dependencies: Dependencies,
  parts: readonly ApiModule[],
): Promise<ComposedModule[]> {
  const listeners: Listener[] = [];
  const composed = new Map<ApiModule, Services>();
  const provided = new Map<ApiModule, Partial<Services>>();
  const common = { ...dependencies, hooks: new Hooks(listeners) };
  for (const module of inStartOrder(parts)) {
    const needed = inStartOrder(module.needs).map((need) => provided.get(need));
    const services = Object.assign({ ...common }, ...needed) as Services;
    const own = (await module.provide?.(services)) ?? {};
    provided.set(module, own);
    composed.set(module, Object.assign(services, own));
    listeners.push({ hooks: module, services });
  }
  return [...composed].map(([module, services]) => ({ module, services }));
}

/**
 * Orders modules so that each follows the ones that it needs. Throws if modules need each other in a circle.
 */
function inStartOrder(modules: readonly ApiModule[]): ApiModule[] {
  const ordered = new Set<ApiModule>();
  const visit = (module: ApiModule, path: readonly ApiModule[]) => {
    if (ordered.has(module)) return;
    if (path.includes(module)) {
      const circle = [...path.slice(path.indexOf(module)), module].map(({ name }) => name).join(' → ');
      throw new Error(`Modules need each other in a circle: ${circle}`);
    }
    for (const need of module.needs) visit(need, [...path, module]);
    ordered.add(module);
  };
  for (const module of modules) visit(module, []);
  return [...ordered];
}
