import type { SchedulePreview } from '../schedule.queries.ts';
import type { SourceConnection } from '../source.queries.ts';
import type { Draft } from './draft.ts';
import type { FieldError } from '../field-errors.ts';

/** What the fields of the form have in common. */
export interface FieldsProps {
  source: Pick<SourceConnection, 'id' | 'name'>;
  draft: Draft;
  onChange(change: Partial<Draft>): void;
  errorOf: FieldError;
  /** The field of the cron expression that is invalid, if one is. */
  faultyCronField: string | undefined;
  /** What the draft means; undefined while it is unknown or invalid. */
  preview: SchedulePreview | undefined;
}
