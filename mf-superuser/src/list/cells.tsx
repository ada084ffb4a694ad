import { useFormat } from '@headwater/shared/messages';
import { styled, Text } from '@headwater/shared/ui';
import { RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';

/** The cell that names a row: a picture with text next to it, limited in width. On phones only the text. */
export const HeadCell = styled('div')({
  display: 'flex',
  gap: 12,
  alignItems: 'center',
  minWidth: 0,
  maxWidth: 'min(430px, 64vw)',
  '@media (max-width: 600px)': { maxWidth: 'calc(100vw - 32px)', '& > [aria-hidden]': { display: 'none' } },
});

/** An absolute date, which doesn't change on screen. */
export function DateCell({ iso }: { iso: string }) {
  const format = useFormat();
  return (
    <Text tone="muted">
      <time dateTime={iso}>{format.dateTime(iso)}</time>
    </Text>
  );
}

/** How long ago something happened, or that it never has. */
export function AgoCell({ iso }: { iso: string | null }) {
  const t = messages.use();
  return <Text tone="muted">{iso ? <RelativeTime iso={iso} /> : t('list.none')}</Text>;
}
