import { useFailureText } from '@headwater/shared/messages';
import { paths } from '@headwater/shared/routing';
import { Button, Note, Page, Row, Stack } from '@headwater/shared/ui';
import { EmptyState, ProgressBar } from '@headwater/shared/ui/workspace';
import type { Catalog } from '../catalog.queries.ts';
import { useConnector } from '../connector-tile.tsx';
import { messages } from '../messages.ts';
import { CancelDiscovery } from '../discovery/cancel-discovery.tsx';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import type { useDiscovery } from '../discovery/use-discovery.ts';

interface DiscoveryStateProps {
  source: SourceConnection;
  catalog: Catalog;
  discovery: ReturnType<typeof useDiscovery>;
}

/** Shown while there are no tables to select: the discovery is running, has failed, or found none. */
export function DiscoveryState({ source, catalog, discovery }: DiscoveryStateProps) {
  const t = messages.use();
  const isDiscovering = catalog.state === 'discovering' || discovery.isPending;
  return (
    <Page>
      <h1>{t('tables.title')}</h1>
      {isDiscovering ? (
        <Discovering source={source} position={catalog.position} />
      ) : (
        <Stopped {...{ source, catalog, discovery }} />
      )}
    </Page>
  );
}

function Discovering({ source, position }: { source: SourceConnection } & Pick<Catalog, 'position'>) {
  const t = messages.use();
  const takesUploads = useConnector(source.connector)?.takesUploads;
  return (
    <Stack gap={3} role="status">
      <strong>{position ? t('tables.waiting', { position }) : t('tables.looking')}</strong>
      <ProgressBar label={t('tables.looking')} value={null} />
      <Note>{t(takesUploads ? 'tables.looking_files' : 'tables.looking_text')}</Note>
      <div>
        <CancelDiscovery source={source} />
      </div>
    </Stack>
  );
}

function Stopped({ source, catalog, discovery }: DiscoveryStateProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const title =
    catalog.state === 'ready'
      ? 'tables.empty'
      : catalog.state === 'unknown'
        ? 'tables.never'
        : 'tables.failed';
  const failureText = useFailureText();
  const failed = catalog.failure && failureText(catalog.failure);
  const settings = `${paths.sourceConnection(organizationId, source.id)}?tab=settings`;
  const buttons = source.can.edit && (
    <Row>
      <Button variant="primary" onClick={() => discovery.mutate()}>
        {t('tables.look')}
      </Button>
      <Button to={catalog.failure?.field ? `${settings}&field=${catalog.failure.field}` : settings}>
        {t('details.edit')}
      </Button>
    </Row>
  );
  return (
    <EmptyState title={t(title, { source: source.name })} action={buttons}>
      {failed?.message} {failed?.fix}
    </EmptyState>
  );
}
