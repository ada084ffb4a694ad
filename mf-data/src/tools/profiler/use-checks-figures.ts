import { messages } from '../../messages.ts';

/** Returns a function that sums up what checks have shown. What isn't known isn't passed. */
export function useChecksFigures() {
  const t = messages.use();
  return ({ passed = 0, failed = 0, unknown = 0, ...rest }: Readonly<Record<string, number>>): string => {
    // Only dry runs that read a part of the rows have it: they pass nothing.
    const { notTried } = rest;
    if (notTried !== undefined)
      return t('checks.dry_run', { failed, unknown, tried: passed + failed + unknown, notTried });
    if (failed > 0) return t('checks.some_failed', { failed, all: passed + failed + unknown });
    return unknown > 0
      ? t('checks.some_unknown', { count: unknown })
      : t('checks.all_passed', { count: passed });
  };
}
