import { momentWords } from '@headwater/shared/charts';
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

/** How moments are written in a file: for programs as instants, and for people by the clock of their workspace. */
export interface AuditCsv {
  readonly texts: CsvTexts;
  readonly zone: string;
}

/** Returns the first line of a file. */
export const auditCsvHead = ({ texts }: AuditCsv): string =>
  csvRow(
    [
      ...(texts === 'spreadsheet' ? ['time', 'time_zone'] : ['time']),
      ...['actor', 'actor_id', 'action', 'subject', 'subject_type', 'subject_id', 'outcome', 'address'],
      ...['request_id', 'details'],
    ],
    'exact',
  );

/** Returns the line of an event. */
export function auditCsvRow(row: AuditLogRow, { texts, zone }: AuditCsv): string {
  const at = row.at.toISOString();
  return csvRow(
    [
      ...(texts === 'spreadsheet' ? [momentWords(zone)(at), zone] : [at]),
      ...[row.actorName, row.actorId, row.action, row.subjectName, row.subjectType, row.subjectId],
      ...[row.outcome, row.address, row.requestId, JSON.stringify(row.details)],
    ],
    texts,
  );
}
