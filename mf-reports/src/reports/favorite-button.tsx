import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { IconButton, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { IconStar, IconStarFilled } from './icons.ts';
import { setFavorite, type ListedReport } from '@headwater/shared/figures';

interface FavoriteButtonProps {
  organizationId: string;
  report: Pick<ListedReport, 'id' | 'name' | 'favorite'>;
}

/** Marks a report for oneself. */
export function FavoriteButton({ organizationId, report: { id, name, favorite } }: FavoriteButtonProps) {
  const t = messages.use();
  const client = useQueryClient();
  const errorText = useErrorText();
  const change = useMutation({
    mutationFn: (isFavorite: boolean) => setFavorite(organizationId, id, isFavorite),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: liveKey('reports', organizationId) }),
  });
  const isFavorite = change.isPending ? change.variables : favorite;
  return (
    <IconButton
      size="small"
      label={t('reports.favorite', { name })}
      aria-pressed={isFavorite}
      onClick={() => change.mutate(!isFavorite)}
    >
      {isFavorite ? <IconStarFilled /> : <IconStar />}
    </IconButton>
  );
}
