import type { ReportAlertResource, ReportContent } from '@headwater/shared/contract';
import type { AlertEventRow, AlertRow } from './alerts.repository.ts';
import { watchable } from './card-reading.ts';

export const presentAlert = (
  row: AlertRow,
  content: ReportContent,
  events: readonly AlertEventRow[],
): ReportAlertResource => ({
  type: 'report_alerts',
  id: row.id,
  attributes: {
    ...{ cardId: row.card_id, card: watchable(content, row.card_id)?.title ?? null, measure: row.measure },
    ...{ rule: row.rule, owner: row.owner_name },
    pause: row.owner_id === null ? 'owner_left' : row.paused_at === null ? null : 'paused',
    ...{ state: row.state, reason: row.reason, value: row.value },
    lookedAt: row.looked_at?.toISOString() ?? null,
    events: events
      .filter(({ alert_id }) => alert_id === row.id)
      .map(({ state, reason, value, at, was_told: wasTold }) => ({
        ...{ state, reason, value, at: at.toISOString(), wasTold },
      })),
    version: row.version,
  },
});
