import { measuredWords } from '@headwater/shared/charts';
import type { ComputedCard } from '@headwater/shared/contract';
import { localeOf, useFormat, useLanguage } from '@headwater/shared/messages';
import { styled, Text } from '@headwater/shared/ui';
import { Mark } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { ItemMenu } from '../item-menu.tsx';
import { changeAlert, deleteAlert, type Alert, type ReportAddress } from './alert.queries.ts';

interface AlertListProps {
  address: ReportAddress;
  alerts: readonly Alert[];
  /** Those that can be watched. */
  cards: readonly ComputedCard[];
  canEdit: boolean;
  onEdit(id: string): void;
}

const LOOKS = {
  ok: ['synced', 'ok'],
  triggered: ['action', 'bad'],
  unknown: ['incomplete', 'warn'],
} as const;

/** The alerts of a report, each with its state and how that has changed. */
export function AlertList({ address, alerts, cards, canEdit, onEdit }: AlertListProps) {
  return (
    <List>
      {alerts.map((one) => (
        <li key={one.id}>
          <OneAlert alert={one} card={cards.find(({ id }) => id === one.cardId)} />
          {canEdit && <Actions address={address} alert={one} onEdit={() => onEdit(one.id)} />}
        </li>
      ))}
    </List>
  );
}

function OneAlert({ alert, card }: { alert: Alert; card: ComputedCard | undefined }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const written = measuredWords(localeOf(useLanguage()));
  const { state, reason, value, rule, events, pause, owner, lookedAt } = alert;
  const [glyph, tone] = LOOKS[state];
  const measure = card?.query.measures.find(({ as }) => as === alert.measure);
  const shown = (text: string | null) => (text === null ? '–' : written(Number(text), measure));
  return (
    <div>
      <strong>
        {t('alerts.line', {
          card: alert.card || alert.measure,
          operator: t(`alerts.operator.${rule.operator}`),
          value: written(rule.value, measure),
        })}
      </strong>
      {pause ? (
        <Mark glyph="paused" tone="none" words={t(`subscribe.pause.${pause}`, { name: owner })} />
      ) : (
        <Mark glyph={glyph} tone={tone} words={t(`alerts.state.${state}`)} />
      )}
      <Text tone="muted" size={12}>
        {reason
          ? t(`alerts.reason.${reason}`)
          : t('alerts.now', { value: shown(value), time: lookedAt ? dateTime(lookedAt) : '–' })}
      </Text>
      {events.length > 0 && (
        <details>
          <summary>{t('alerts.history', { count: events.length })}</summary>
          <ol>
            {events.map((event) => (
              <li key={event.at}>
                {[
                  dateTime(event.at),
                  t(`alerts.state.${event.state}`),
                  event.reason ? t(`alerts.reason.${event.reason}`) : shown(event.value),
                  ...(event.wasTold ? [] : [t('alerts.not_told')]),
                ].join(' · ')}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

interface ActionsProps {
  address: ReportAddress;
  alert: Alert;
  onEdit(): void;
}

function Actions({ address, alert, onEdit }: ActionsProps) {
  const t = messages.use();
  const isPaused = alert.pause !== null;
  const name = alert.card || alert.measure;
  return (
    <ItemMenu
      label={t('alerts.actions', { name })}
      isPaused={isPaused}
      question={t('alerts.delete_question', { name })}
      effect={t('alerts.delete_text')}
      queryKey={['reports', address.organizationId, 'alerts']}
      edit={onEdit}
      turn={() => changeAlert(address, alert, { paused: !isPaused })}
      remove={() => deleteAlert(address, alert.id)}
    />
  );
}

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': { display: 'flex', gap: 12, alignItems: 'flex-start', padding: '12px 0' },
  '& > li + li': { borderTop: 'var(--hair)' },
  '& > li > div': { flex: 1, minWidth: 0, display: 'grid', gap: 4, overflowWrap: 'anywhere' },
  '& strong': { fontSize: 'var(--size-13)', fontWeight: 'var(--weight-medium)' },
  '& summary': { fontSize: 'var(--size-12)', color: 'var(--text-2)', cursor: 'pointer' },
  '& ol': {
    listStyle: 'none',
    margin: 0,
    padding: '4px 0 0 16px',
    fontSize: 'var(--size-12)',
    color: 'var(--text-2)',
  },
});
