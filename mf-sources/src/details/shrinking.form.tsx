import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import { Switch } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useChangeSource } from './use-change-source.ts';

/** Chooses whether a table that loses most of its rows is accepted without asking. Saves at once. */
export function ShrinkingForm({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const errorText = useErrorText();
  const change = useChangeSource(source);
  const save = useMutation({
    mutationFn: (acceptsShrinking: boolean) => change({ acceptsShrinking }),
    onSuccess: (_, accepts) => toast.success(t(accepts ? 'settings.shrink_on' : 'settings.shrink_off')),
    onError: (error) => toast.error(t('settings.shrink_failed', { reason: errorText(error) })),
  });
  return (
    <Switch
      label={t('settings.shrink')}
      hint={t('settings.shrink_hint')}
      checked={save.isPending ? save.variables : source.acceptsShrinking}
      disabled={save.isPending}
      onChange={(event) => save.mutate(event.target.checked)}
    />
  );
}
