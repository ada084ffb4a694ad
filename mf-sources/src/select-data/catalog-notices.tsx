import { useErrorText } from '@headwater/shared/messages';
import { useSearchParams } from '@headwater/shared/routing';
import { Banner, Button, Note, Row, Stack, styled, toast } from '@headwater/shared/ui';
import { ProgressBar } from '@headwater/shared/ui/workspace';
import type { Catalog, StreamList } from '../catalog.queries.ts';
import { FailureText } from '../failure-text.tsx';
import { DiscoveryFailure } from '../discovery/discovery-failure.tsx';
import { WaitingChanges } from '../details/schema-changes/waiting-changes.tsx';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { NewTables } from './new-tables.tsx';
import { faultyTables } from '../field-errors.ts';
import { MissingTables } from './missing-tables.tsx';
import type { Changes } from './use-changes.ts';
import { withTable } from './view.ts';

interface CatalogNoticesProps {
  source: SourceConnection;
  catalog: Catalog;
  streams: StreamList['streams'];
  choice: Changes;
}

/** What to know before selecting tables: a conflict, a failed refresh, changes, or tables that can't be read. */
export function CatalogNotices({ source, catalog, streams, choice }: CatalogNoticesProps) {
  const t = messages.use();
  const broken = streams.filter((stream) => stream.problem !== null);
  return (
    <Notices>
      {catalog.state === 'discovering' && <ProgressBar label={t('tables.looking')} value={null} />}
      <SaveFailure source={source} choice={choice} />
      <DiscoveryFailure source={source} catalog={catalog} />
      <WaitingChanges source={source} />
      <NewTables streams={streams} />
      {catalog.missingTables.total > 0 && <MissingTables source={source} missing={catalog.missingTables} />}
      {broken.length > 0 && (
        <Banner tone="warn" role="note">
          <Stack gap={2}>
            <span>{t('tables.problems', { count: broken.length })}</span>
            {broken
              .slice(0, 3)
              .map(({ tableName, problem }) => problem && <FailureText key={tableName} failure={problem} />)}
          </Stack>
        </Banner>
      )}
      {!source.can.edit && <Note>{t('tables.read_only')}</Note>}
    </Notices>
  );
}

function SaveFailure({ source, choice }: Pick<CatalogNoticesProps, 'source' | 'choice'>) {
  const t = messages.use();
  const errorText = useErrorText();
  if (!choice.error) return null;
  const faulty = faultyTables(choice.error);
  if (faulty.length > 0) return <Faulty tables={faulty} />;
  if (!choice.isConflict) {
    return (
      <Banner tone="bad" role="alert">
        <strong>{t('tables.save_failed')}.</strong> {errorText(choice.error)}
      </Banner>
    );
  }
  const saveMine = () =>
    void choice.saveOverTheirs().then(
      () => toast.success(t('tables.saved')),
      () => {},
    );
  const buttons = (
    <Row gap={1}>
      <Button size="small" onClick={choice.discard}>
        {t('tables.conflict_theirs')}
      </Button>
      <Button size="small" busy={choice.isSaving} onClick={saveMine}>
        {t('tables.conflict_mine')}
      </Button>
    </Row>
  );
  return (
    <Banner tone="warn" role="alert" action={buttons}>
      {t('tables.conflict', { source: source.name })}
    </Banner>
  );
}

const NAMED = 5;

/** The tables whose settings can't be saved, with links to them. */
function Faulty({ tables }: { tables: readonly string[] }) {
  const t = messages.use();
  const [query] = useSearchParams();
  return (
    <Banner tone="bad" role="alert">
      <strong>{t('tables.faulty', { count: tables.length })}</strong>
      <Row>
        {tables.slice(0, NAMED).map((name) => (
          <Button key={name} size="small" to={`?${withTable(query, name)}`}>
            {name}
          </Button>
        ))}
      </Row>
    </Banner>
  );
}

const Notices = styled('div')({
  display: 'grid',
  gap: 8,
  padding: '12px 24px',
  '&:empty': { display: 'none' },
  '@media (max-width: 600px)': { padding: '12px 16px' },
});
