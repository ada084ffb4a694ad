import type { DataScope } from '@headwater/shared/contract';
import { messages } from '../../messages.ts';
import { sizeOf } from './scope.ts';

/** Returns a function that says in a few words what a scope shows. */
export function useScopeText() {
  const t = messages.use();
  return (scope: DataScope | null): string => {
    if (scope === null) return t('accounts.scope.everything');
    const { connections, tables, columns, isByColumn } = sizeOf(scope);
    return [
      ...(connections > 0 ? [t('accounts.scope.connections', { count: connections })] : []),
      ...(tables > 0 ? [t('accounts.scope.tables', { count: tables })] : []),
      ...(isByColumn ? [t('accounts.scope.columns', { count: columns })] : []),
    ].join(', ');
  };
}
