import { useQuery } from '@headwater/shared/query';
import { paths, useSearchParams, useTitle } from '@headwater/shared/routing';
import { QueryBoundary, Button, Page, Skeleton, Stack } from '@headwater/shared/ui';
import { EmptyState, PageHead, Tile, Topbar, WizardSteps } from '@headwater/shared/ui/workspace';
import type { ReactNode } from 'react';
import { connectorQueries, type Connector } from '../connector.queries.ts';
import { useConnectorName } from '../connector-tile.tsx';
import { messages } from '../messages.ts';
import { useWizardSteps } from '../wizard.ts';
import { useWorkspace } from '../workspace.ts';
import { ImportSource } from './import/import-source.tsx';
import { NewFiles } from './new-files.tsx';
import { NewServer } from './new-server.tsx';

/** Connects a source of the kind that the URL names, or one that was exported. */
export function ConnectPage() {
  const [query] = useSearchParams();
  return query.has('import') ? <ImportPage /> : <ConnectorPage id={query.get('connector')} />;
}

function ConnectorPage({ id }: { id: string | null }) {
  const t = messages.use();
  const nameOf = useConnectorName();
  const connector = useQuery(connectorQueries.list()).data?.find((one) => one.id === id);
  const title = connector
    ? t('connect.title', { id: connector.id, connector: nameOf(connector) })
    : t('select.title');
  return (
    <Frame title={title} crumb={connector ? nameOf(connector) : '…'}>
      {() =>
        connector ? (
          <Step title={title} lead={<Tile letters={connector.tile.letters} hue={connector.tile.hue} />}>
            {connector.takesUploads ? (
              <NewFiles connector={connector} />
            ) : (
              <NewServer connector={connector} />
            )}
          </Step>
        ) : (
          <UnknownConnector />
        )
      }
    </Frame>
  );
}

function ImportPage() {
  const t = messages.use();
  const title = t('import.title');
  return (
    <Frame title={title} crumb={t('import.crumb')}>
      {(connectors) => (
        <Step title={title}>
          <ImportSource connectors={connectors} />
        </Step>
      )}
    </Frame>
  );
}

interface FrameProps {
  title: string;
  /** The page's name in the breadcrumbs. */
  crumb: string;
  children(connectors: readonly Connector[]): ReactNode;
}

function Frame({ title, crumb, children }: FrameProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const connectors = useQuery(connectorQueries.list());
  useTitle(title);
  return (
    <>
      <Topbar
        crumbs={[
          { label: t('area'), to: paths.sourceConnections(organizationId) },
          { label: t('select.new'), to: paths.newSourceSelect(organizationId) },
          { label: crumb },
        ]}
      />
      <Page>
        <QueryBoundary query={connectors} thing={t('select.thing')} loading={<FormLoading />}>
          {children}
        </QueryBoundary>
      </Page>
    </>
  );
}

interface StepProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** The wizard's second step, for people who may make connections. */
function Step({ title, lead, children }: StepProps) {
  const t = messages.use();
  const { canEdit } = useWorkspace();
  const steps = useWizardSteps();
  if (!canEdit) return <EmptyState title={title}>{t('ask_editor')}</EmptyState>;
  return (
    <Stack gap={6}>
      <PageHead lead={lead} title={title} actions={<WizardSteps steps={steps} current={1} />} />
      {children}
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
