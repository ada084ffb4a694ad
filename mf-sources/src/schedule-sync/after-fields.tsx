import { AFTER_ENDS } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { Note } from '@headwater/shared/ui';
import { Select } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';
import { sourceQueries } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import type { FieldsProps } from './fields-props.ts';
import { TwoFields } from './interval-fields.tsx';
import { useSpan } from './span.ts';

const WAITS = [0, 5, 15, 30, 60];

/** Which connection this one follows, after which end of its runs, and how long after. */
export function AfterFields({ source, draft: { after }, onChange, errorOf }: FieldsProps) {
  const t = messages.use();
  const span = useSpan();
  const { organizationId } = useWorkspace();
  const sources = useQuery(sourceQueries.list(organizationId));
  const others = (sources.data ?? []).filter(({ id }) => id !== source.id);
  const waits = WAITS.includes(after.waitMinutes) ? WAITS : [...WAITS, after.waitMinutes];
  if (sources.data && others.length === 0) return <Note>{t('schedule.after_none')}</Note>;
  return (
    <>
      <Select
        label={t('schedule.after')}
        value={after.sourceConnectionId ?? ''}
        error={errorOf('after/sourceConnectionId')}
        options={[
          { value: '', label: t('schedule.after_choose'), disabled: true },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => onChange({ after: { ...after, sourceConnectionId: event.target.value } })}
      />
      <TwoFields>
        <Select
          label={t('schedule.after_when')}
          value={after.when}
          options={AFTER_ENDS.map((when) => ({ value: when, label: t(`schedule.after_when.${when}`) }))}
          onChange={(event) => {
            const when = AFTER_ENDS.find((one) => one === event.target.value)!;
            onChange({ after: { ...after, when } });
          }}
        />
        <Select
          label={t('schedule.after_wait')}
          value={String(after.waitMinutes)}
          options={waits.map((minutes) => ({ value: String(minutes), label: span(minutes) }))}
          onChange={(event) => onChange({ after: { ...after, waitMinutes: Number(event.target.value) } })}
        />
      </TwoFields>
    </>
  );
}
