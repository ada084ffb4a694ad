import { SQL_SECONDS_MAX } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useSearchParams, useTitle } from '@headwater/shared/routing';
import {
  Button,
  CompactSelect,
  QueryBoundary,
  Skeleton,
  Spacer,
  styled,
  VisuallyHidden,
} from '@headwater/shared/ui';
import { IconBookmark, IconPlay, IconStop } from '@headwater/shared/ui/icons';
import { Topbar } from '@headwater/shared/ui/workspace';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { SaveViewDialog } from '../../sql-view/save-view-dialog.tsx';
import { sqlViewQueries, useCanSaveViews, type SqlView } from '../../sql-view/sql-view.queries.ts';
import { codeOf, WithCode } from '../../table/with-code.tsx';
import type { CodeEditorHandle } from './code/code-editor.tsx';
import { LIMITS, readDraft, saveDraft, type Draft } from './draft.ts';
import { placeIn } from './fault.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { parametersIn } from './parameters.ts';
import { ResultView } from './result-view.tsx';
import { sqlQueries } from './sql.queries.ts';
import { TableTree } from './table-tree.tsx';
import { useSqlRun } from './use-sql-run.ts';

/** Longer queries aren't kept in the URL. */
const URL_LENGTH_MAX = 4_000;

const code = codeOf('sql-code', () => import(/* webpackChunkName: "sql-code" */ './code/code-editor.tsx'));

/** A query over all tables of the workspace, and its result. */
export function SqlEditorPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  useTitle(t('tools.sql-editor.name'));
  return (
    <>
      <Topbar
        crumbs={[
          { label: t('tools.area'), to: paths.dataTools(organizationId) },
          { label: t('tools.sql-editor.name') },
        ]}
      />
      <EditorOrView organizationId={organizationId} />
    </>
  );
}

/** The query of a view is edited if the URL names one. */
function EditorOrView({ organizationId }: { organizationId: string }) {
  const t = messages.use();
  const [query] = useSearchParams();
  const id = query.get('view');
  const view = useQuery({ ...sqlViewQueries.one(organizationId, id ?? ''), enabled: id !== null });
  if (id === null) return <SqlEditor key={organizationId} organizationId={organizationId} />;
  return (
    <QueryBoundary query={view} thing={t('view.thing')} loading={<TreeLoading />}>
      {(found) => <SqlEditor key={found.id} organizationId={organizationId} view={found} />}
    </QueryBoundary>
  );
}

interface SqlEditorProps {
  organizationId: string;
  /** The view that is edited. */
  view?: SqlView;
}

function SqlEditor({ organizationId, view }: SqlEditorProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const catalog = useQuery(sqlQueries.catalog(organizationId));
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = readDraft(organizationId);
    return { ...kept, sql: query.get('sql') ?? view?.sql ?? kept.sql };
  });
  const change = (part: Partial<Draft>) =>
    setDraft((before) => {
      const next = { ...before, ...part };
      if (!view) saveDraft(organizationId, next);
      return next;
    });
  const { sql, limit, parameters } = draft;
  const names = useMemo(() => parametersIn(sql), [sql]);
  const [isSaving, setSaving] = useState(false);
  const canSave = useCanSaveViews(organizationId);
  const editor = useRef<CodeEditorHandle>(null);
  const { run, cancel, ...state } = useSqlRun(organizationId);

  const runNow = () => {
    if (sql.trim() === '') return;
    const next = new URLSearchParams(query);
    if (sql.length <= URL_LENGTH_MAX) next.set('sql', sql);
    else next.delete('sql');
    setQuery(next, { replace: true });
    if (!view) saveDraft(organizationId, draft);
    // An empty field is no value.
    const values = Object.fromEntries(names.map((name) => [name, parameters[name] || null]));
    void run({ sql, limit, parameters: values });
  };

  return (
    <Split>
      <VisuallyHidden as="h1">{t('tools.sql-editor.name')}</VisuallyHidden>
      <Side>
        <QueryBoundary query={catalog} thing={t('list.thing')} loading={<TreeLoading />}>
          {({ tables }) => <TableTree tables={tables} onInsert={(name) => editor.current?.insert(name)} />}
        </QueryBoundary>
      </Side>
      <Work>
        <RunBar
          isRunning={state.runningSince !== null}
          isEmpty={sql.trim() === ''}
          limit={limit}
          onLimit={(value) => change({ limit: value })}
          onRun={runNow}
          onCancel={cancel}
          save={
            canSave && (
              <Button
                size="small"
                icon={<IconBookmark />}
                disabledReason={
                  sql.trim() === '' ? t('sql.empty') : names.length > 0 ? t('view.no_parameters') : undefined
                }
                onClick={() => setSaving(true)}
              >
                {view ? t('view.save_named', { name: view.name }) : t('view.save_as')}
              </Button>
            )
          }
        />
        {isSaving && (
          <SaveViewDialog
            organizationId={organizationId}
            sql={sql}
            view={view}
            onClose={() => setSaving(false)}
          />
        )}
        <EditorBox>
          <WithCode code={code} thing={t('sql.code_thing')} loading={<Skeleton width="100%" height={240} />}>
            {({ CodeEditor }) => (
              <CodeEditor
                ref={editor}
                label={t('sql.query')}
                initial={sql}
                catalog={catalog.data}
                fault={placeIn(state.error)?.position ?? null}
                onChange={(text) => change({ sql: text })}
                onRun={runNow}
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
        <ResultView {...state} onGoTo={(position) => editor.current?.goTo(position)} />
      </Work>
    </Split>
  );
}

interface RunBarProps {
  isRunning: boolean;
  isEmpty: boolean;
  limit: number;
  onLimit(limit: number): void;
  onRun(): void;
  onCancel(): void;
  /** The button that saves the query. */
  save: ReactNode;
}

function RunBar({ isRunning, isEmpty, limit, onLimit, onRun, onCancel, save }: RunBarProps) {
  const t = messages.use();
  const { number } = useFormat();
  return (
    <Bar>
      {isRunning ? (
        <Button size="small" icon={<IconStop />} onClick={onCancel}>
          {t('sql.cancel')}
        </Button>
      ) : (
        <Button
          size="small"
          variant="primary"
          icon={<IconPlay />}
          title={t('sql.run_keys')}
          disabledReason={isEmpty ? t('sql.empty') : undefined}
          onClick={onRun}
        >
          {t('sql.run')}
        </Button>
      )}
      {save}
      <Spacer />
      <Keys>{t('sql.keys', { seconds: SQL_SECONDS_MAX })}</Keys>
      <CompactSelect
        bare
        label={t('sql.limit')}
        value={String(limit)}
        options={LIMITS.map((one) => ({ value: String(one), label: t('sql.rows', { rows: number(one) }) }))}
        onChange={(value) => onLimit(Number(value))}
      />
    </Bar>
  );
}

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
  '@media (max-width: 900px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
const Side = styled('aside')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  borderRight: 'var(--hair)',
  fontSize: 'var(--size-13)',
  '@media (max-width: 900px)': { display: 'none' },
});
const Work = styled('div')({ display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 });
const Bar = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  padding: '0 16px',
  borderBottom: 'var(--hair)',
});
const Keys = styled('span')({
  fontSize: 'var(--size-12)',
  color: 'var(--text-3)',
  '@media (max-width: 600px)': { display: 'none' },
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
