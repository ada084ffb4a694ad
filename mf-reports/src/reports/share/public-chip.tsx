import { useQuery } from '@headwater/shared/query';
import { IconGlobe } from '@headwater/shared/ui/icons';
import { Tag } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { isLive, shareLinks } from './share.queries.ts';

/** Says that people outside the workspace can see the report. */
export function PublicChip({ organizationId, reportId }: { organizationId: string; reportId: string }) {
  const t = messages.use();
  const links = useQuery(shareLinks({ organizationId, reportId }));
  const live = links.data?.filter(isLive).length ?? 0;
  if (live === 0) return null;
  return (
    <span title={t('share.public_text', { count: live })}>
      <Tag>
        <IconGlobe size={12} /> {t('share.public')}
      </Tag>
    </span>
  );
}
