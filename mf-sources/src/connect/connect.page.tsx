import { useQuery } from '@headwater/shared/query';
import { paths, useSearchParams, useTitle } from '@headwater/shared/routing';
import { QueryBoundary, Button, Page, Skeleton, Stack } from '@headwater/shared/ui';
import { EmptyState, PageHead, Tile, Topbar, WizardSteps } from '@headwater/shared/ui/workspace';
import { connectorQueries, type Connector } from '../connector.queries.ts';
import { useConnectorName } from '../connector-tile.tsx';
import { messages } from '../messages.ts';
import { useWizardSteps } from '../wizard.ts';
import { useWorkspace } from '../workspace.ts';
import { NewFiles } from './new-files.tsx';
import { NewServer } from './new-server.tsx';

/** Connects a source of the kind that the URL names. */
export function ConnectPage() {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const [query] = useSearchParams();
  const nameOf = useConnectorName();
  const connectors = useQuery(connectorQueries.list());
  const connector = connectors.data?.find((one) => one.id === query.get('connector'));
  const title = connector ? t('connect.title', { connector: nameOf(connector) }) : t('select.title');
  useTitle(title);
  return (
    <>
      <Topbar
        crumbs={[
          { label: t('area'), to: paths.sourceConnections(organizationId) },
          { label: t('select.new'), to: paths.newSourceSelect(organizationId) },
          { label: connector ? nameOf(connector) : '…' },
        ]}
      />
      <Page>
        <QueryBoundary query={connectors} thing={t('select.thing')} loading={<FormLoading />}>
          {() => (connector ? <Connect connector={connector} title={title} /> : <UnknownConnector />)}
        </QueryBoundary>
      </Page>
    </>
  );
}

function Connect({ connector, title }: { connector: Connector; title: string }) {
  const t = messages.use();
  const { canEdit } = useWorkspace();
  const steps = useWizardSteps();
  const { tile, takesUploads } = connector;
  if (!canEdit) return <EmptyState title={title}>{t('ask_editor')}</EmptyState>;
  return (
    <Stack gap={6}>
      <PageHead
        lead={<Tile letters={tile.letters} hue={tile.hue} />}
        title={title}
        actions={<WizardSteps steps={steps} current={1} />}
      />
      {takesUploads ? <NewFiles connector={connector} /> : <NewServer connector={connector} />}
    </Stack>
  );
}

function UnknownConnector() {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  return (
    <EmptyState
      title={t('connect.unknown')}
      action={
        <Button variant="primary" to={paths.newSourceSelect(organizationId)}>
          {t('connect.choose')}
        </Button>
      }
    >
      {t('connect.unknown_text')}
    </EmptyState>
  );
}

function FormLoading() {
  return (
    <Stack gap={5}>
      <Skeleton width={240} height={28} />
      <Skeleton width={440} height={32} />
      <Skeleton width={440} height={32} />
      <Skeleton width={440} height={32} />
    </Stack>
  );
}
