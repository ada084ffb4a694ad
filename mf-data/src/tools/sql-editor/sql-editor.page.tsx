import { parametersIn } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import { paths, useParams, useSearchParams, useTitle, useVisit } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { Banner, Button, QueryBoundary, Skeleton, styled, VisuallyHidden } from '@headwater/shared/ui';
import { Topbar } from '@headwater/shared/ui/workspace';
import { useMemo, useRef, useState } from 'react';
import { messages } from '../../messages.ts';
import { SaveViewDialog } from '../../sql-view/save-view-dialog.tsx';
import { sqlViewQueries, type SqlView } from '../../sql-view/sql-view.queries.ts';
import { codeOf, WithCode } from '../../table/with-code.tsx';
import { choiceIn, withChoice } from './chart/choice.ts';
import type { CodeEditorHandle } from './code/code-editor.tsx';
import { readDraft, saveDraft, type Draft } from './draft.ts';
import { ExplainDialog } from './explain-dialog.tsx';
import { placeIn } from './fault.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { ResultView } from './result-view.tsx';
import { RunBar } from './run-bar.tsx';
import { baseOf, draftOf, isChanged, valuesOf } from './saved/draft-of.ts';
import { SaveActions } from './saved/save-actions.tsx';
import { pastRuns, savedQueries, type Saved } from './saved/saved-query.queries.ts';
import { SavedNotices } from './saved/saved-notices.tsx';
import { Shelf } from './saved/shelf.tsx';
import { sqlQueries } from './sql.queries.ts';
import { TableTree } from './table-tree.tsx';
import { useFormatting } from './use-formatting.ts';
import { useSqlRun } from './use-sql-run.ts';

/** Longer queries aren't kept in the URL. */
const URL_LENGTH_MAX = 4_000;

const code = codeOf('sql-code', () => import(/* webpackChunkName: "sql-code" */ './code/code-editor.tsx'));

/** A query over all tables of the workspace, and its result. The URL may name a saved query, or a view to edit. */
export function SqlEditorPage() {
  const { organizationId = '' } = useParams();
  const [query] = useSearchParams();
  const id = query.get('query');
  const viewId = query.get('view');
  if (viewId !== null)
    return <OpenedView key={`${organizationId} ${viewId}`} organizationId={organizationId} id={viewId} />;
  // What someone does with one query says nothing about another.
  return <OpenedQuery key={`${organizationId} ${id}`} organizationId={organizationId} id={id} />;
}

/** Opens the query of a view. Drafts of other queries are left alone. */
function OpenedView({ organizationId, id }: { organizationId: string; id: string }) {
  const t = messages.use();
  const view = useQuery(sqlViewQueries.one(organizationId, id));
  return (
    <QueryBoundary query={view} thing={t('view.thing')} loading={<PageLoading />}>
      {(found) => (
        <SqlEditor
          organizationId={organizationId}
          first={{ ...readDraft(organizationId), base: null, sql: found.sql }}
          view={found}
        />
      )}
    </QueryBoundary>
  );
}

/** Opens a saved query, unless the tab still has what someone has made of it. */
function OpenedQuery({ organizationId, id }: { organizationId: string; id: string | null }) {
  const t = messages.use();
  const [kept] = useState(() => readDraft(organizationId));
  const saved = useQuery({ ...savedQueries.one(organizationId, id ?? ''), enabled: id !== null });
  if (id === null) return <SqlEditor organizationId={organizationId} first={{ ...kept, base: null }} />;
  return (
    <QueryBoundary query={saved} thing={t('saved.one_thing')} loading={<PageLoading />}>
      {(found) => (
        <SqlEditor
          organizationId={organizationId}
          first={kept.base?.id === id ? kept : { ...kept, ...draftOf(found) }}
          saved={found}
        />
      )}
    </QueryBoundary>
  );
}

interface SqlEditorProps {
  organizationId: string;
  /** What it begins with. */
  first: Draft;
  /** The query that is open, as it's saved now. */
  saved?: Saved;
  /** The view that is edited. */
  view?: SqlView;
}

function SqlEditor({ organizationId, first, saved, view }: SqlEditorProps) {
  const t = messages.use();
  const client = useQueryClient();
  const canEdit = useMay('data:edit');
  const [query, setQuery] = useSearchParams();
  const catalog = useQuery(sqlQueries.catalog(organizationId));
  const [draft, setDraft] = useState<Draft>(() => ({ ...first, sql: query.get('sql') ?? first.sql }));
  const change = (part: Partial<Draft>) =>
    setDraft((before) => {
      const next = { ...before, ...part };
      if (!view) saveDraft(organizationId, next);
      return next;
    });
  const chart = useMemo(() => choiceIn(query), [query]);
  const { sql, limit, parameters } = draft;
  const names = useMemo(() => parametersIn(sql), [sql]);
  const [isSaving, setSaving] = useState(false);
  const editor = useRef<CodeEditorHandle>(null);
  const { run, cancel, ...state } = useSqlRun(
    organizationId,
    () => void client.invalidateQueries({ queryKey: pastRuns(organizationId).queryKey }),
  );
  const [isExplained, setExplained] = useState(false);
  const [isTreeOpen, setTreeOpen] = useState(false);
  useTitle(saved?.name ?? t('tools.sql-editor.name'));
  useVisit(paths.sqlEditor(organizationId, { query: saved?.id }), saved?.name);

  /** Shows a text in place of what is written, as part of the URL as long as it fits. */
  const show = (id: string | null, next: Draft) => {
    const isKnown = view ? next.sql === view.sql : id !== null && next.base?.sql === next.sql;
    const shown = new URLSearchParams({
      ...(view && { view: view.id }),
      ...(id !== null && { query: id }),
      ...(!isKnown && next.sql !== '' && next.sql.length <= URL_LENGTH_MAX && { sql: next.sql }),
    });
    if (!view) saveDraft(organizationId, next);
    setDraft(next);
    const isSameQuery = id === (saved?.id ?? null);
    if (next.sql !== sql) editor.current?.replace(next.sql);
    setQuery(isSameQuery ? withChoice(shown, chart) : shown, { replace: isSameQuery });
  };
  const runText = (text: string) => {
    if (text.trim() === '') return;
    const next = { ...draft, sql: text };
    show(saved?.id ?? null, next);
    void run({ sql: text, limit, parameters: valuesOf(next) });
  };
  const runNow = () => runText(sql);
  const goTo = (position: number) => editor.current?.goTo(position);
  const format = useFormatting(editor);
  const take = (next: Saved) => show(next.id, { ...draft, ...draftOf(next) });

  return (
    <>
      <Topbar
        crumbs={[
          { label: t('tools.area'), to: paths.dataTools(organizationId) },
          {
            label: t('tools.sql-editor.name'),
            ...(saved && { to: paths.sqlEditor(organizationId) }),
          },
          ...(saved ? [{ label: saved.name }] : []),
        ]}
        actions={
          <>
            <Shelf
              organizationId={organizationId}
              current={saved?.id ?? null}
              onOpen={(id) => setQuery(new URLSearchParams({ query: id }))}
              onOpenRun={(past) =>
                show(null, {
                  ...draft,
                  base: null,
                  sql: past.sql,
                  parameters: Object.fromEntries(
                    Object.entries(past.parameters).map(([name, value]) => [name, value ?? '']),
                  ),
                })
              }
            />
            {!view && (
              <SaveActions
                organizationId={organizationId}
                draft={draft}
                saved={saved}
                canEdit={canEdit}
                onSaved={(next) => {
                  client.setQueryData(savedQueries.one(organizationId, next.id).queryKey, next);
                  show(next.id, { ...draft, base: baseOf(next) });
                }}
                onReplaced={(next) => {
                  client.setQueryData(savedQueries.one(organizationId, next.id).queryKey, next);
                  take(next);
                }}
                onDeleted={() => show(null, { ...draft, base: null })}
              />
            )}
          </>
        }
      />
      <Split>
        <VisuallyHidden as="h1">{saved?.name ?? t('tools.sql-editor.name')}</VisuallyHidden>
        <TreeToggle>
          <Button size="small" aria-expanded={isTreeOpen} onClick={() => setTreeOpen(!isTreeOpen)}>
            {t('sql.tables')}
          </Button>
        </TreeToggle>
        <Side data-open={isTreeOpen || undefined}>
          <QueryBoundary query={catalog} thing={t('list.thing')} loading={<TreeLoading />}>
            {({ tables }) => <TableTree tables={tables} onInsert={(name) => editor.current?.insert(name)} />}
          </QueryBoundary>
        </Side>
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
            onExplain={() => setExplained(true)}
            save={
              canEdit && (
                <Button
                  size="small"
                  disabledReason={
                    sql.trim() === ''
                      ? t('sql.empty')
                      : names.length > 0
                        ? t('view.no_parameters')
                        : undefined
                  }
                  aria-haspopup="dialog"
                  onClick={() => setSaving(true)}
                >
                  {view ? t('view.save_named', { name: view.name }) : t('view.save_as')}
                </Button>
              )
            }
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
              onTake={() => take(saved)}
              onKeep={() => show(saved.id, { ...draft, base: baseOf(saved) })}
            />
          )}
          <EditorBox>
            <WithCode
              code={code}
              thing={t('sql.code_thing')}
              loading={<Skeleton width="100%" height={240} />}
            >
              {({ CodeEditor }) => (
                <CodeEditor
                  ref={editor}
                  label={t('sql.query')}
                  initial={sql}
                  catalog={catalog.data}
                  fault={placeIn(state.error)?.position ?? null}
                  hint={t('sql.hint')}
                  onChange={(text) => change({ sql: text })}
                  onRun={runNow}
                  onFormat={format}
                />
              )}
            </WithCode>
          </EditorBox>
          {names.length > 0 && (
            <ParameterFields
              names={names}
              values={parameters}
              onChange={(name, value) => change({ parameters: { ...parameters, [name]: value } })}
            />
          )}
          <ResultView
            {...state}
            query={view ? null : { saved: saved ?? null, isChanged: isChanged(draft) }}
            chart={chart}
            onChart={(choice) => setQuery((latest) => withChoice(latest, choice), { replace: true })}
            onGoTo={goTo}
            sql={sql}
            tables={catalog.data?.tables}
            onTry={runText}
            onExplain={() => setExplained(true)}
          />
        </Work>
      </Split>
      {isSaving && (
        <SaveViewDialog
          organizationId={organizationId}
          sql={sql}
          view={view}
          onClose={() => setSaving(false)}
        />
      )}
      {isExplained && (
        <ExplainDialog
          organizationId={organizationId}
          sql={sql}
          parameters={valuesOf(draft)}
          onGoTo={goTo}
          onClose={() => setExplained(false)}
        />
      )}
    </>
  );
}

/** Charts and SQL rarely know different rules for the clocks of a zone, and then it matters. */
function ZoneNotice({ zone, from }: { zone: string; from: string }) {
  const t = messages.use();
  const { date } = useFormat();
  return <Banner tone="warn">{t('sql.zone_differs', { zone, from: date(from) })}</Banner>;
}

const PageLoading = () => (
  <Loading>
    <Skeleton width="40%" height={28} />
    <Skeleton width="100%" height={272} />
  </Loading>
);

const TreeLoading = () => (
  <Loading>
    <Skeleton width="100%" height={28} />
    <Skeleton width="80%" />
    <Skeleton width="70%" />
    <Skeleton width="75%" />
  </Loading>
);

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
// Where there is no room beside the query, the tables are opened above it.
const TreeToggle = styled('div')({
  display: 'none',
  padding: '8px 12px',
  borderBottom: 'var(--hair)',
  '@media (max-width: 900px)': { display: 'block' },
});
const Side = styled('aside')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  borderRight: 'var(--hair)',
  fontSize: 'var(--size-13)',
  '@media (max-width: 900px)': {
    gridRow: 2,
    maxHeight: 320,
    borderRight: 0,
    borderBottom: 'var(--hair)',
    '&:not([data-open])': { display: 'none' },
  },
});
const Work = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  '@media (max-width: 900px)': { gridRow: 3 },
});
// Its lower edge can be dragged.
const EditorBox = styled('div')({
  height: 272,
  minHeight: 120,
  flex: 'none',
  overflow: 'hidden',
  resize: 'vertical',
});
const Loading = styled('div')({ display: 'grid', gap: 10, padding: 12 });
