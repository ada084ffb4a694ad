import { csvRow, type AuditActor, type AuditEventResource, type CsvTexts } from '@headwater/shared/contract';
import type { AuditLogRow } from './audit-log.repository.ts';

/** Presents whoever acted. The ID's prefix shows what they are. */
export const presentActor = (id: string | null, name: string | null): AuditActor => ({
  kind: id === null ? 'product' : id.startsWith('sva_') ? 'service_account' : 'user',
  id,
  name,
});

export const presentAuditEvent = (row: AuditLogRow): AuditEventResource => ({
  type: 'audit_events',
  id: row.id,
  attributes: {
    at: row.at.toISOString(),
    actor: presentActor(row.actorId, row.actorName),
    action: row.action,
    outcome: row.outcome,
    subject:
      row.subjectType === null || row.subjectId === null
        ? null
        : { type: row.subjectType, id: row.subjectId, name: row.subjectName },
    address: row.address,
    requestId: row.requestId,
    details: row.details,
  },
});

export const CSV_HEAD = csvRow(
  [
    'time',
    'actor',
    'actor_id',
    'action',
    'subject',
    'subject_type',
    'subject_id',
    'outcome',
    'address',
    'request_id',
    'details',
  ],
  'exact',
);

export const auditCsvRow = (row: AuditLogRow, texts: CsvTexts): string =>
  csvRow(
    [
      row.at.toISOString(),
      row.actorName,
      row.actorId,
      row.action,
      row.subjectName,
      row.subjectType,
      row.subjectId,
      row.outcome,
      row.address,
      row.requestId,
      JSON.stringify(row.details),
    ],
    texts,
  );
