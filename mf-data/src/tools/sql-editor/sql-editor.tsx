import { useFormat } from '@headwater/shared/messages';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import { paths, useTitle, useVisit } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { Banner, styled, VisuallyHidden } from '@headwater/shared/ui';
import { useRef, useState } from 'react';
import { messages } from '../../messages.ts';
import type { CodeEditorHandle } from './code/code-editor.tsx';
import { EditorBar } from './editor-bar.tsx';
import type { Explained } from './explain-view.tsx';
import { QueryText } from './query-text.tsx';
import { ResultView } from './result-view.tsx';
import { RunBar } from './run-bar.tsx';
import { SaveViewButton } from './save-view-button.tsx';
import { baseOf, draftOf, isChanged, valuesOf } from './saved/draft-of.ts';
import { pastRuns } from '@headwater/shared/figures';
import { SavedNotices } from './saved/saved-notices.tsx';
import { sqlQueries } from './sql.queries.ts';
import { TablePane } from './table-pane.tsx';
import { useDraft, type DraftOptions } from './use-draft.ts';
import { useFormatting } from './use-formatting.ts';
import { useSqlRun } from './use-sql-run.ts';

type SqlEditorProps = Pick<DraftOptions, 'organizationId' | 'first'> &
  Partial<Pick<DraftOptions, 'saved' | 'view'>>;

/** The tables, one query over them, and what came of it. */
export function SqlEditor({ organizationId, first, saved, view }: SqlEditorProps) {
  const t = messages.use();
  const client = useQueryClient();
  const canEdit = useMay('data:edit');
  const catalog = useQuery(sqlQueries.catalog(organizationId));
  const editor = useRef<CodeEditorHandle>(null);
  const { draft, change, show, open, chart, setChart } = useDraft({
    ...{ organizationId, first, saved, view, editor },
  });
  const { sql, limit } = draft;
  const { run, cancel, ...state } = useSqlRun(
    organizationId,
    () => void client.invalidateQueries({ queryKey: pastRuns(organizationId).queryKey }),
  );
  const [explained, setExplained] = useState<Explained | null>(null);
  const format = useFormatting(editor);
  useTitle(saved?.name ?? t('tools.sql-editor.name'));
  useVisit(paths.sqlEditor(organizationId, { query: saved?.id }), saved?.name);

  const runText = (text: string) => {
    if (text.trim() === '') return;
    const next = { ...draft, sql: text };
    show(saved?.id ?? null, next);
    setExplained(null);
    void run({ sql: text, limit, parameters: valuesOf(next) });
  };
  const runNow = () => runText(sql);
  const explain = () => setExplained({ sql, parameters: valuesOf(draft) });
  const goTo = (position: number) => editor.current?.goTo(position);

  return (
    <>
      <EditorBar {...{ organizationId, saved, view, draft, show, open }} />
      <Split>
        <VisuallyHidden as="h1">{saved?.name ?? t('tools.sql-editor.name')}</VisuallyHidden>
        <TablePane catalog={catalog} onInsert={(name) => editor.current?.insert(name)} />
        <Work>
          <RunBar
            isRunning={state.runningSince !== null}
            isEmpty={sql.trim() === ''}
            catalog={catalog.data}
            limit={limit}
            onLimit={(value) => change({ limit: value })}
            onRun={runNow}
            onCancel={cancel}
            onFormat={format}
            onExplain={explain}
            save={canEdit && <SaveViewButton organizationId={organizationId} sql={sql} view={view} />}
          />
          {catalog.data?.zoneDiffersFrom && (
            <ZoneNotice zone={catalog.data.zone} from={catalog.data.zoneDiffersFrom} />
          )}
          {saved && (
            <SavedNotices
              organizationId={organizationId}
              draft={draft}
              saved={saved}
              onGoTo={goTo}
              onTake={() => show(saved.id, { ...draft, ...draftOf(saved) })}
              onKeep={() => show(saved.id, { ...draft, base: baseOf(saved) })}
            />
          )}
          <QueryText
            ref={editor}
            draft={draft}
            catalog={catalog.data}
            error={state.error}
            onChange={change}
            onRun={runNow}
            onFormat={format}
          />
          <ResultView
            {...state}
            organizationId={organizationId}
            query={view ? null : { saved: saved ?? null, isChanged: isChanged(draft) }}
            chart={chart}
            onChart={setChart}
            explained={explained}
            onExplain={explain}
            onResult={() => setExplained(null)}
            onGoTo={goTo}
            sql={sql}
            tables={catalog.data?.tables}
            onTry={runText}
          />
        </Work>
      </Split>
    </>
  );
}

/** Charts and SQL rarely know different rules for the clocks of a zone, and then it matters. */
function ZoneNotice({ zone, from }: { zone: string; from: string }) {
  const t = messages.use();
  const { date } = useFormat();
  return <Banner tone="warn">{t('sql.zone_differs', { zone, from: date(from) })}</Banner>;
}

const Split = styled('div')({
  display: 'grid',
  gridTemplateColumns: '248px minmax(0, 1fr)',
  flex: '1 1 0',
  minHeight: 560,
  '@media (max-width: 1200px)': { gridTemplateColumns: '208px minmax(0, 1fr)' },
  '@media (max-width: 900px)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'auto auto 1fr',
  },
});
const Work = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  '@media (max-width: 900px)': { gridRow: 3 },
});
