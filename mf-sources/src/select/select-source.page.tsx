import { AddressSearch } from '@headwater/shared/ui/inputs';
import { CardGrid, EmptyState, PageHead, Toolbar, Topbar, WizardSteps } from '@headwater/shared/ui/workspace';
import { useQuery } from '@headwater/shared/query';
import { paths, useSearchParams, useTitle } from '@headwater/shared/routing';
import { Button, QueryBoundary, Page, Skeleton, Spacer, Stack } from '@headwater/shared/ui';
import { IconUpload } from '@headwater/shared/ui/icons';
import { connectorQueries } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import { useWizardSteps } from '../wizard.ts';
import { useWorkspace } from '../workspace.ts';
import { ConnectorCards } from './connector-cards.tsx';

/** Chooses which kind of source to connect. */
export function SelectSourcePage() {
  const t = messages.use();
  const { organizationId, canEdit } = useWorkspace();
  const steps = useWizardSteps();
  const connectors = useQuery(connectorQueries.list());
  const [query, setQuery] = useSearchParams();
  const search = query.get('q') ?? '';
  const setSearch = (text: string) => setQuery(text ? { q: text } : {}, { replace: true });
  useTitle(t('select.title'));
  return (
    <>
      <Topbar
        crumbs={[
          { label: t('area'), to: paths.sourceConnections(organizationId) },
          { label: t('select.new') },
        ]}
      />
      <Page>
        {canEdit ? (
          <>
            <PageHead title={t('select.title')} actions={<WizardSteps steps={steps} current={0} />} />
            <Toolbar>
              <AddressSearch label={t('select.find')} value={search} onChange={setSearch} width={320} />
              <Spacer />
              <Button icon={<IconUpload />} to={paths.newSourceConnect(organizationId, { import: '' })}>
                {t('select.import')}
              </Button>
            </Toolbar>
            <QueryBoundary query={connectors} thing={t('select.thing')} loading={<CardsLoading />}>
              {(all) => <ConnectorCards connectors={all} search={search} onClear={() => setSearch('')} />}
            </QueryBoundary>
          </>
        ) : (
          <EmptyState title={t('select.new')}>{t('ask_editor')}</EmptyState>
        )}
      </Page>
    </>
  );
}

function CardsLoading() {
  return (
    <Stack gap={3}>
      <Skeleton width={80} />
      <CardGrid>
        <Skeleton width="100%" height={72} />
        <Skeleton width="100%" height={72} />
      </CardGrid>
    </Stack>
  );
}
