import type { CatalogStream, StreamSettingsAttributes } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { keepPreviousData, useQuery } from '@headwater/shared/query';
import { Banner, Button, Note, QueryBoundary, Row, Skeleton, styled } from '@headwater/shared/ui';
import { catalogQueries, type StreamList } from '../catalog.queries.ts';
import { useFieldErrors } from '../field-errors.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { streamPreviewQuery } from '../stream-preview.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { KeepForm } from './keep-form.tsx';
import { RowsForm } from './rows-form.tsx';
import { StreamColumns, type StreamColumnsProps } from './stream-columns.tsx';
import { StreamPreview } from './stream-preview.tsx';
import { useStreamSettings, type SettingsDrafts, type StreamSettingsForm } from './use-stream-settings.ts';
import type { PanelTab } from './view.ts';
import { keepsMoreThanSource, reloads } from './ways.ts';

interface StreamSettingsFormsProps {
  source: SourceConnection;
  stream: CatalogStream;
  list: StreamList;
  drafts: SettingsDrafts;
  saved: StreamSettingsAttributes;
  tab: PanelTab;
  onSaved(version: number): void;
}

/** The settings of one table in three tabs, which are saved together. */
export function StreamSettingsForms(props: StreamSettingsFormsProps) {
  const { source, stream, list, drafts, saved, tab, onSaved } = props;
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const place = { sourceConnectionId: source.id, tableName: stream.tableName, list, drafts, onSaved };
  const form = useStreamSettings(saved, place);
  const errors = useFieldErrors(form.error);
  const columns = useQuery(catalogQueries.columns(organizationId, source.id, stream.tableName));
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
      {source.can.edit && <Foot form={form} faults={errors.count} />}
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

/** What a save means, and its buttons. Only there if something was changed. */
function Foot({ form, faults }: { form: StreamSettingsForm; faults: number }) {
  const t = messages.use();
  const errorText = useErrorText();
  if (!form.isChanged) return <End />;
  const { initial, settings, isConflict, error, isSaving } = form;
  return (
    <Bar>
      {isConflict ? (
        <Banner tone="warn" role="alert">
          <strong>{t('panel.conflict')}</strong>
          <Row>
            <Button size="small" onClick={form.discard}>
              {t('panel.use_theirs')}
            </Button>
            <Button size="small" busy={isSaving} onClick={form.saveOverTheirs}>
              {t('panel.save_mine')}
            </Button>
          </Row>
        </Banner>
      ) : (
        error && (
          <Banner tone="bad" role="alert">
            {faults > 0 ? t('panel.faults', { count: faults }) : errorText(error)}
          </Banner>
        )
      )}
      {reloads(initial, settings) && (
        <Note>{t(keepsMoreThanSource(initial) ? 'panel.replaces' : 'panel.reloads')}</Note>
      )}
      <Row justify="end">
        <Button variant="ghost" onClick={form.discard}>
          {t('tables.discard')}
        </Button>
        <Button busy={isSaving} busyLabel={t('tables.saving')} onClick={form.save}>
          {t('panel.save')}
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
