import { SQL_DEMO_SECONDS_MAX, SQL_SECONDS_MAX, type SqlCatalogAttributes } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useCalendar, useSession } from '@headwater/shared/session';
import { Button, CompactSelect, Spacer, styled } from '@headwater/shared/ui';
import { IconLayers, IconPlay, IconStop, IconWrap } from '@headwater/shared/ui/icons';
import { ariaKeys, useKeyNames } from '@headwater/shared/ui/menu';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { LIMITS } from './draft.ts';

interface RunBarProps {
  isRunning: boolean;
  isEmpty: boolean;
  /** What SQL can name, and its time zone. Undefined until that is known. */
  catalog: SqlCatalogAttributes | undefined;
  limit: number;
  onLimit(limit: number): void;
  onRun(): void;
  onCancel(): void;
  onFormat(): void;
  onExplain(): void;
  /** The button that saves the query as a view. */
  save: ReactNode;
}

/** Runs, cancels, formats, explains, and limits the query. */
export function RunBar({
  isRunning,
  isEmpty,
  catalog,
  limit,
  onLimit,
  onRun,
  onCancel,
  onFormat,
  onExplain,
  save,
}: RunBarProps) {
  const t = messages.use();
  const { number } = useFormat();
  const namesOf = useKeyNames();
  const isDemo = useSession()?.demoEndsAt != null;
  return (
    <Bar>
      {isRunning ? (
        <Button size="small" icon={<IconStop />} onClick={onCancel}>
          {t('sql.cancel')}
        </Button>
      ) : (
        <Button
          size="small"
          variant="primary"
          icon={<IconPlay />}
          title={namesOf('sql_run')[0]}
          aria-keyshortcuts={ariaKeys('sql_run')}
          disabledReason={isEmpty ? t('sql.empty') : undefined}
          onClick={onRun}
        >
          {t('sql.run')}
        </Button>
      )}
      <Button
        size="small"
        variant="ghost"
        icon={<IconWrap />}
        title={namesOf('sql_format')[0]}
        aria-keyshortcuts={ariaKeys('sql_format')}
        disabledReason={isEmpty ? t('sql.empty') : undefined}
        onClick={onFormat}
      >
        {t('sql.format')}
      </Button>
      <Button
        size="small"
        variant="ghost"
        icon={<IconLayers />}
        disabledReason={isEmpty ? t('sql.empty') : undefined}
        onClick={onExplain}
      >
        {t('plan.open')}
      </Button>
      {save}
      <Spacer />
      {catalog && <Zone zone={catalog.zone} />}
      <Keys>
        {t('sql.keys', {
          keys: namesOf('sql_run')[0]!,
          seconds: isDemo ? SQL_DEMO_SECONDS_MAX : SQL_SECONDS_MAX,
        })}
      </Keys>
      <CompactSelect
        bare
        label={t('sql.limit')}
        value={String(limit)}
        options={LIMITS.map((one) => ({ value: String(one), label: t('sql.rows', { rows: number(one) }) }))}
        onChange={(value) => onLimit(Number(value))}
      />
    </Bar>
  );
}

/** By whose clock a statement counts days and hours, and how it sets another. */
function Zone({ zone }: { zone: string }) {
  const t = messages.use();
  const { weekStart } = useCalendar();
  return (
    <Note title={`${t('sql.zone_hint', { zone })}${weekStart === 'sunday' ? ` ${t('sql.zone_weeks')}` : ''}`}>
      {t('sql.zone', { zone })}
    </Note>
  );
}

const Bar = styled('div')({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  padding: '0 16px',
  borderBottom: 'var(--hair)',
  '@media (max-width: 600px)': { flexWrap: 'wrap', padding: '6px 16px' },
});
const Note = styled('span')({ fontSize: 'var(--size-12)', color: 'var(--text-3)' });
const Keys = styled(Note)({ '@media (max-width: 600px)': { display: 'none' } });
