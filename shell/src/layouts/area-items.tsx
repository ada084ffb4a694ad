import { api } from '@headwater/shared/api';
import type { AttentionAttributes, MenuEntry } from '@headwater/shared/contract';
import { useFormat, useLanguage } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Glyph, styled, VisuallyHidden } from '@headwater/shared/ui';
import { NavItem } from '@headwater/shared/ui/menu';
import { messages } from '../messages.ts';
import { menuIcon } from './menu-icons.ts';

/**
 * The menu entries of remotes' areas, shown without loading any remote. `organizationId` is the workspace's,
 * if the menu is a workspace's.
 */
export function AreaItems({
  entries,
  organizationId = '',
}: {
  entries: readonly MenuEntry[];
  organizationId?: string;
}) {
  const language = useLanguage();
  return entries.map(({ path, icon, label, attention }) => {
    const Icon = menuIcon(icon);
    const to = path.replace(':organizationId', organizationId);
    // English, if the remote has no label in a language that was added later
    return (
      <NavItem
        key={path}
        to={to}
        icon={<Icon />}
        label={label[language] ?? label.en ?? to}
        end={attention && <Attention organizationId={organizationId} {...attention} />}
      />
    );
  });
}

/** How many things behind an entry need someone. Nothing while that isn't known, or if none does. */
function Attention({
  organizationId,
  request,
  events,
}: { organizationId: string } & NonNullable<MenuEntry['attention']>) {
  const t = messages.use();
  const { number } = useFormat();
  const path = request.replace(':organizationId', organizationId);
  const { data } = useQuery({
    queryKey: [events, organizationId, path],
    queryFn: ({ signal }) => api.get<AttentionAttributes>(path, { signal }),
  });
  if (!data || data.count === 0) return null;
  return (
    <Needed className="wide">
      <Glyph name="action" />
      <span aria-hidden>{number(data.count)}</span>
      <VisuallyHidden>{t('workspace.attention', { count: data.count })}</VisuallyHidden>
    </Needed>
  );
}

const Needed = styled('span')({
  display: 'inline-flex',
  gap: 4,
  alignItems: 'center',
  marginLeft: 'auto',
  fontVariantNumeric: 'tabular-nums',
  color: 'var(--bad-text)',
  '& .hw-icon': { color: 'var(--bad) !important' },
});
