import type { CatalogStream, StreamSettingsAttributes } from '@headwater/shared/contract';
import { keepPreviousData, useQuery } from '@headwater/shared/query';
import { Banner, Button, Note, QueryBoundary, Row, Skeleton, styled, Text } from '@headwater/shared/ui';
import { catalogQueries } from '../catalog.queries.ts';
import { useTableErrors } from '../field-errors.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { streamPreviewQuery } from '../stream-preview.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { KeepForm } from './keep-form.tsx';
import { RowsForm } from './rows-form.tsx';
import { StreamColumns, type StreamColumnsProps } from './stream-columns.tsx';
import { StreamPreview } from './stream-preview.tsx';
import { hidesMore, replacesRows, startsOver } from './settings-changes.ts';
import { streamSettingsForm } from './stream-settings-form.ts';
import type { Changes } from './use-changes.ts';
import type { PanelTab } from './view.ts';

interface StreamSettingsFormsProps {
  source: SourceConnection;
  stream: CatalogStream;
  choice: Changes;
  saved: StreamSettingsAttributes;
  tab: PanelTab;
}

/** The settings of one table in its tabs. They are saved together with those of all others. */
export function StreamSettingsForms({ source, stream, choice, saved, tab }: StreamSettingsFormsProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const { tableName } = stream;
  const form = streamSettingsForm(saved, tableName, choice);
  const errors = useTableErrors(choice.error, tableName);
  const columns = useQuery(catalogQueries.columns(organizationId, source.id, tableName));
  const common = { form, saved, errorOf: errors.of, disabled: !source.can.edit };
  return (
    <>
      {tab === 'preview' && (
        <StreamPreview sourceConnectionId={source.id} stream={stream} settings={form.settings} />
      )}
      {tab === 'columns' && (
        <ColumnsTab
          sourceConnectionId={source.id}
          stream={stream}
          masking={common}
          canPreview={source.can.edit && stream.problem === null}
        />
      )}
      {(tab === 'keep' || tab === 'rows') && (
        <QueryBoundary query={columns} thing={t('columns.thing')} loading={<Skeleton height={220} />}>
          {(found) =>
            tab === 'keep' ? (
              <KeepForm {...common} columns={found} />
            ) : (
              <RowsForm {...common} columns={found} />
            )
          }
        </QueryBoundary>
      )}
      <Foot stream={stream} choice={choice} faults={errors.count} />
    </>
  );
}

interface ColumnsTabProps extends Required<
  Pick<StreamColumnsProps, 'sourceConnectionId' | 'stream' | 'masking'>
> {
  canPreview: boolean;
}

/** The columns with their masks and, for whoever may see the source's rows, what the first of them have there. */
function ColumnsTab({ canPreview, ...props }: ColumnsTabProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const { sourceConnectionId, stream, masking } = props;
  const options = streamPreviewQuery(
    organizationId,
    sourceConnectionId,
    stream.tableName,
    masking.form.settings,
  );
  const { data } = useQuery({ ...options, enabled: canPreview, placeholderData: keepPreviousData });
  const preview = data?.preview ?? null;
  return (
    <>
      {preview && <Note>{t('figures.about', { count: preview.sampledRows })}</Note>}
      <StreamColumns {...props} {...(canPreview && { preview })} />
    </>
  );
}

/** What the table's changes mean, with a button that takes them back. Only there if something was changed. */
function Foot({ stream, choice, faults }: { stream: CatalogStream; choice: Changes; faults: number }) {
  const t = messages.use();
  const change = choice.settings.get(stream.tableName);
  if (!change) return <End />;
  return (
    <Bar>
      {faults > 0 && (
        <Banner tone="bad" role="alert">
          {t('panel.faults', { count: faults })}
        </Banner>
      )}
      {startsOver(stream, change) && (
        <Note>{t(replacesRows(stream, change) ? 'panel.replaces' : 'panel.reloads')}</Note>
      )}
      {stream.isLoaded && hidesMore(change) && <Note>{t('panel.masks_more')}</Note>}
      <Row justify="between" nowrap>
        <Text tone="muted" size={13}>
          {t('panel.unsaved')}
        </Text>
        <Button size="small" onClick={() => choice.discardSettings(stream.tableName)}>
          {t('panel.undo')}
        </Button>
      </Row>
    </Bar>
  );
}

const End = styled('div')({ height: 8 });
const Bar = styled('div')({
  position: 'sticky',
  bottom: 0,
  display: 'grid',
  gap: 10,
  marginInline: -20,
  padding: '12px 20px',
  borderTop: 'var(--hair)',
  background: 'var(--surface)',
  // Below the list, the page's own bar is at the foot.
  '@media (max-width: 1200px)': { position: 'static', marginInline: -24, paddingInline: 24 },
  '@media (max-width: 600px)': { marginInline: -16, paddingInline: 16 },
});
