import { messages } from '../../messages.ts';

/** Returns a function that sums up what checks have shown. What isn't known isn't passed. */
export function useChecksFigures() {
  const t = messages.use();
  return ({ passed = 0, failed = 0, unknown = 0 }: Readonly<Record<string, number>>): string => {
    if (failed > 0) return t('checks.some_failed', { failed, all: passed + failed + unknown });
    return unknown > 0
      ? t('checks.some_unknown', { count: unknown })
      : t('checks.all_passed', { count: passed });
  };
}
