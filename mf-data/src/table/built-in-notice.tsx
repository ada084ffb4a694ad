import { useFormat } from '@headwater/shared/messages';
import type { Table } from '@headwater/shared/tables';
import { Banner, Text } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

/** What a table is that the product makes of the workspace's runs, and whether the latest ones are in it. */
export function BuiltInNotice({ table: { stale, freshAsOf } }: { table: Table }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  if (stale && freshAsOf)
    return <Banner tone="warn">{t('built_in.stale', { time: dateTime(freshAsOf) })}</Banner>;
  return (
    <Text tone="dim" size={13}>
      {t('built_in.text')}
    </Text>
  );
}
