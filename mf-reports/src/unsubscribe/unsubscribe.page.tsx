import { api } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useParams, useTitle } from '@headwater/shared/routing';
import { Button, Stack, Text } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

const type = 'report_unsubscriptions';

/**
 * Stops the emails of a report. It asks first, because mail programs open links to look at them.
 */
export function UnsubscribePage() {
  const t = messages.use();
  const errorText = useErrorText();
  const { token = '' } = useParams();
  const stop = useMutation({
    mutationFn: () =>
      api.post<{ report: string; workspace: string }>(type.replace('_', '-'), {
        type,
        attributes: { token },
      }),
  });
  useTitle(t('unsubscribe.title'));
  const { data } = stop;
  return (
    <Stack gap={4}>
      <div role="status">
        <h1>{t(data ? 'unsubscribe.done' : 'unsubscribe.title')}</h1>
        <Text tone="muted">
          {data
            ? data.report
              ? t('unsubscribe.done_text', data)
              : t('unsubscribe.gone_text')
            : t('unsubscribe.text')}
        </Text>
      </div>
      {stop.error && (
        <Text role="alert" tone="bad">
          {errorText(stop.error)}
        </Text>
      )}
      {!data && (
        <div>
          <Button variant="primary" busy={stop.isPending} onClick={() => stop.mutate()}>
            {t('unsubscribe.confirm')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
