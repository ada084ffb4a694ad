import type { ConnectionImportPreview } from '@headwater/shared/contract';
import { Banner, Row, Stack, styled, Text } from '@headwater/shared/ui';
import { Card, Tile } from '@headwater/shared/ui/workspace';
import type { Connector } from '../../connector.queries.ts';
import { useConnectorName } from '../../connector-tile.tsx';
import { messages } from '../../messages.ts';
import { useSentence } from '../../schedule-sync/sentence.ts';
import { useNames } from '../../use-names.ts';
import { useFieldTexts } from '../field-texts.ts';
import { fieldsOf } from '../specification.ts';

interface ImportSummaryProps {
  preview: ConnectionImportPreview;
  connector: Connector;
}

/** What importing the file creates. */
export function ImportSummary({ preview, connector }: ImportSummaryProps) {
  const t = messages.use();
  const nameOf = useConnectorName();
  const { exported, selectedTables, isFollowedHere } = preview;
  const { changePolicy, versionsKept, versionDays, acceptsShrinking } = exported;
  return (
    <Card title={t('import.creates', { name: exported.name })} level={2}>
      <Stack gap={4}>
        <Facts>
          <dt>{t('import.source')}</dt>
          <dd>
            <Row>
              <Tile letters={connector.tile.letters} hue={connector.tile.hue} size={20} />
              {nameOf(connector)}
            </Row>
          </dd>
          <dt>{t('import.tables')}</dt>
          <dd>
            {t('import.tables_selected', { count: selectedTables })}
            <TableNames exported={exported} />
          </dd>
          <dt>{t('import.schedule')}</dt>
          <dd>
            <ScheduleText exported={exported} />
          </dd>
          <dt>{t('import.changes')}</dt>
          <dd>{t(`schema_changes.policy_${changePolicy}`)}</dd>
          {acceptsShrinking && (
            <>
              <dt>{t('settings.shrink_title')}</dt>
              <dd>{t('import.shrink')}</dd>
            </>
          )}
          <dt>{t('import.versions')}</dt>
          <dd>{t('import.versions_kept', { count: versionsKept, days: versionDays })}</dd>
          <dt>{t('import.missing')}</dt>
          <dd>
            <MissingText exported={exported} connector={connector} />
          </dd>
        </Facts>
        {isFollowedHere === false && (
          <Banner tone="warn" role="note">
            {t('import.not_followed', { name: exported.schedule?.after?.connection ?? '' })}
          </Banner>
        )}
      </Stack>
    </Card>
  );
}

type Exported = ConnectionImportPreview['exported'];

function TableNames({ exported: { streams } }: { exported: Exported }) {
  const namesOf = useNames();
  const selected = streams.filter((stream) => stream.selected);
  if (selected.length === 0) return null;
  return (
    <Text as="p" tone="dim" size={12}>
      {namesOf(selected.map(({ namespace, name }) => (namespace === null ? name : `${namespace}.${name}`)))}
    </Text>
  );
}

function ScheduleText({ exported: { schedule } }: { exported: Exported }) {
  const t = messages.use();
  const sentence = useSentence();
  if (!schedule) return t('say.plain', { when: t('say.manual') });
  const { after, ...choices } = schedule;
  const { connection: follows = null, ...followed } = after ?? { when: 'ended', waitMinutes: 0 };
  const said = sentence(
    { ...choices, after: after && { ...followed, sourceConnectionId: null } },
    { cron: null, follows },
  );
  return said ?? schedule.cron?.expression ?? t('import.follows_nothing');
}

function MissingText({ exported, connector }: { exported: Exported; connector: Connector }) {
  const t = messages.use();
  const texts = useFieldTexts(connector.id);
  const { missingSecrets, files } = exported;
  const fields = fieldsOf(connector.connectionSpecification);
  if (files.length > 0) return t('import.missing_files', { count: files.length });
  if (missingSecrets.length === 0) return t('import.missing_data');
  const names = missingSecrets.map((name) => texts.titleOf(fields, name));
  return t('import.missing_secrets', { fields: names.join(', ') });
}

const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '8px 24px',
  fontSize: 'var(--size-13)',
  '& dt': { color: 'var(--text-2)' },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '@media (max-width: 600px)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 2,
    '& dd': { marginBottom: 8 },
  },
});
