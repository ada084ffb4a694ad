import { CHANGE_POLICIES, type ChangePolicy } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { CompactSelect, Note, Stack, toast } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useChangeSource } from '../use-change-source.ts';

/** Chooses what happens when the source changes. Saves at once. */
export function ChangePolicyForm({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const errorText = useErrorText();
  const change = useChangeSource(source);
  const save = useMutation({
    mutationFn: (changePolicy: ChangePolicy) => change({ changePolicy }),
    onSuccess: () => toast.success(t('schema_changes.policy_saved')),
    onError: (error) => toast.error(t('schema_changes.policy_failed', { reason: errorText(error) })),
  });
  const policy = save.isPending ? save.variables : source.changePolicy;
  return (
    <Stack gap={2}>
      <h2>{t('schema_changes.policy')}</h2>
      {source.can.edit ? (
        <div>
          <CompactSelect
            label={t('schema_changes.policy')}
            value={policy}
            options={CHANGE_POLICIES.map((value) => ({ value, label: t(`schema_changes.policy_${value}`) }))}
            onChange={(value) => save.mutate(value as ChangePolicy)}
          />
        </div>
      ) : (
        <p>{t(`schema_changes.policy_${policy}`)}</p>
      )}
      <Note>{t(`schema_changes.policy_${policy}_hint`)}</Note>
    </Stack>
  );
}
