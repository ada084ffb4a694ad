import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import type { Catalog } from '../catalog.queries.ts';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';

/** Why the source's tables couldn't be listed the last time, if they couldn't. */
export function DiscoveryFailure({ source, catalog }: { source: SourceConnection; catalog: Catalog }) {
  if (catalog.state !== 'discover_failed' || !catalog.failure) return null;
  return (
    <Banner tone="bad" action={<EditButton source={source} field={catalog.failure.field} />}>
      <FailureText failure={catalog.failure} />
    </Banner>
  );
}

function EditButton({ source, field }: { source: SourceConnection; field: string | null }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  if (!source.can.edit) return null;
  return (
    <Button
      size="small"
      to={`${paths.sourceConnection(organizationId, source.id)}?tab=settings${field ? `&field=${field}` : ''}`}
    >
      {t('details.edit')}
    </Button>
  );
}
