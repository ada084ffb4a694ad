import { valueWords } from '@headwater/shared/charts';
import type { Check, CheckResult, ChecksResult } from '@headwater/shared/contract';
import { localeOf, useFormat, useLanguage, writeValues } from '@headwater/shared/messages';
import { messages } from '../../messages.ts';

/** Returns functions that put checks and what they have shown into words. */
export function useCheckText() {
  const t = messages.use();
  const { timestamp } = useFormat();
  const written = valueWords(localeOf(useLanguage()));
  const check = (one: Check): string => {
    switch (one.kind) {
      case 'not_null':
      case 'unique':
        return t(`checks.${one.kind}`, { column: one.column });
      case 'range': {
        const { column } = one;
        const [least, greatest] = [one.least, one.greatest].map(
          (end) => end && written(timestamp(end), { as: column, role: 'breakout', type: 'DECIMAL' }),
        );
        if (greatest == null) return t('checks.range_from', { column, least: least ?? '' });
        if (least == null) return t('checks.range_to', { column, greatest });
        return t('checks.range', { column, least, greatest });
      }
      case 'accepted_values':
        return t('checks.accepted_values', { column: one.column, values: writeValues(one.values) });
      case 'fresh':
        return t('checks.fresh', { column: one.column, hours: one.hours });
      case 'row_count': {
        const { least, greatest } = one;
        if (greatest === null) return t('checks.row_count_from', { least: least ?? 0 });
        return t('checks.row_count', { least: least ?? 0, greatest });
      }
      case 'row_change':
        return t('checks.row_change', { percent: one.percent });
    }
  };
  const found = (
    { check: { kind }, state, failing, found: text }: CheckResult,
    { rows, sampledRows }: Pick<ChecksResult, 'rows' | 'sampledRows'>,
  ): string | null => {
    if (state === 'not_tried') return t('checks.needs_all_rows');
    if (state === 'unknown') return t(kind === 'row_change' ? 'checks.nothing_before' : 'checks.unknown');
    if (kind === 'row_change') return t('checks.rows_before', { rows, before: Number(text) });
    if (kind === 'row_count') return t('checks.rows_now', { rows });
    if (kind === 'fresh')
      return text === null ? t('checks.no_newest') : t('checks.newest', { value: timestamp(text) });
    if (sampledRows !== undefined)
      return t('checks.failing_in_sample', { count: failing ?? 0, rows: sampledRows });
    if (state === 'passed') return null;
    if (kind === 'unique') return t('checks.twice', { count: Number(text) });
    return t('checks.failing', { count: failing ?? 0 });
  };
  /** Says which rows a dry run has read. */
  const sample = ({ rows, sampledRows }: ChecksResult): string =>
    sampledRows === undefined
      ? t('checks.sample_of_all', { rows })
      : t('checks.sample', { sampled: sampledRows, rows });
  return { check, found, sample };
}
