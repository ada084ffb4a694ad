import { useFormat } from '@headwater/shared/messages';
import { styled, Text } from '@headwater/shared/ui';
import { RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';

/** What names a row: a picture and words beside it, as wide as leaves room for the facts. On phones the words alone. */
export const HeadCell = styled('div')({
  display: 'flex',
  gap: 12,
  alignItems: 'center',
  minWidth: 0,
  maxWidth: 'min(430px, 64vw)',
  '@media (max-width: 600px)': { maxWidth: 'calc(100vw - 32px)', '& > [aria-hidden]': { display: 'none' } },
});

/** A date as it is; it never grows old on screen. */
export function DateCell({ iso }: { iso: string }) {
  const format = useFormat();
  return (
    <Text tone="muted">
      <time dateTime={iso}>{format.dateTime(iso)}</time>
    </Text>
  );
}

/** How long ago something happened, or that it never did. */
export function AgoCell({ iso }: { iso: string | null }) {
  const t = messages.use();
  return <Text tone="muted">{iso ? <RelativeTime iso={iso} /> : t('list.none')}</Text>;
}
