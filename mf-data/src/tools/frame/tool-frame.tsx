import { useQuery } from '@headwater/shared/query';
import { paths, useSearchParams, useTitle } from '@headwater/shared/routing';
import { useMay, useRefusal } from '@headwater/shared/session';
import { Button, IconButton, Page, QueryBoundary, Skeleton, Stack, styled, Text } from '@headwater/shared/ui';
import { IconPlay, IconTrash } from '@headwater/shared/ui/icons';
import { Switch } from '@headwater/shared/ui/inputs';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { PageHead, Topbar } from '@headwater/shared/ui/workspace';
import { useState, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { NothingYet } from './nothing-yet.tsx';
import { RunHistory } from './run-history.tsx';
import { RunView } from './run-view.tsx';
import { SaveSetup } from './save-setup.tsx';
import { SetupList } from './setup-list.tsx';
import {
  setupsQuery,
  type ToolAddress,
  type ToolConfig,
  type ToolRun,
  type ToolSetup,
} from './tool.queries.ts';
import { useInView } from './use-in-view.ts';
import { useToolActions } from './use-tool-actions.ts';

export interface ToolFrameProps<Config extends object> {
  tool: ToolAddress;
  name: string;
  text: string;
  /** What is set up at first. */
  empty: Config;
  /** Reads what an address says is set up. Without it, only what is saved has an address. */
  read?(value: unknown): Config | undefined;
  /** Why what is set up can't run, if it can't. */
  missing(config: Config): string | undefined;
  /** What a setup is called unless its user says something else. */
  nameOf(config: Config): string;
  /** Whether it can be tried on a part of the rows. */
  canSample?: boolean;
  /** Why a part of the rows would say nothing about what is set up, if that is so. */
  missingInSample?(config: Config): string | undefined;
  /** Puts what a run has found into a few words. */
  figures(figures: Readonly<Record<string, number>>): string;
  /** What people choose. */
  form(config: Config, change: (config: Config) => void): ReactNode;
  /** Shows what is set up before it runs. */
  live?(config: Config): ReactNode;
  /** Shows what a run has found. What people do about it can change what is set up. */
  children(run: ToolRun, config: Config, change: (config: Config) => void): ReactNode;
}

/** A data tool's page: its setups, what one does, its result, and the history of its runs. The URL has the open ones. */
export function ToolFrame<Config extends object>(props: ToolFrameProps<Config>) {
  const { tool, name, text, empty, read } = props;
  const t = messages.use();
  const [query] = useSearchParams();
  const setups = useQuery(setupsQuery(tool));
  const id = query.get('setup');
  useTitle(name);
  return (
    <>
      <Topbar
        crumbs={[{ label: t('tools.area'), to: paths.dataTools(tool.organizationId) }, { label: name }]}
      />
      <Page>
        <PageHead title={name} meta={<span>{text}</span>} />
        <QueryBoundary
          query={setups}
          thing={t('tool.setups')}
          loading={<Skeleton width="100%" height={320} />}
        >
          {(found) => {
            const setup = found.find((one) => one.id === id);
            return (
              <Stack gap={5}>
                <SetupList setups={found} current={setup} figures={props.figures} />
                <ToolWork
                  key={setup ? `${setup.id} ${setup.version}` : 'new'}
                  {...props}
                  setup={setup}
                  initial={setup ? (setup.config as Config) : empty}
                  linked={read && configIn(query, read)}
                />
              </Stack>
            );
          }}
        </QueryBoundary>
      </Page>
    </>
  );
}

interface ToolWorkProps<Config extends object> extends ToolFrameProps<Config> {
  /** Undefined for what isn't saved. */
  setup: ToolSetup | undefined;
  initial: Config;
  /** What the address says is set up instead. */
  linked: Config | undefined;
}

/** Longer configs aren't kept in the URL. */
const URL_LENGTH_MAX = 4_000;

function ToolWork<Config extends object>(props: ToolWorkProps<Config>) {
  const { tool, setup, initial, linked, read, missing, canSample, form, live, figures, children } = props;
  const { missingInSample } = props;
  const t = messages.use();
  const canEdit = useMay('data:edit');
  const refusal = useRefusal();
  const [query, setQuery] = useSearchParams();
  const [config, setConfig] = useState(linked ?? initial);
  const put = (next: Config) => {
    setConfig(next);
    if (read) setQuery((before) => withConfig(before, next, initial), { replace: true });
  };
  const { start } = useToolActions(tool);
  const isChanged = JSON.stringify(config) !== JSON.stringify(initial);
  const runId = query.get('run') ?? setup?.lastRun?.id ?? null;
  const [result, bringIntoView] = useInView<HTMLElement>(runId);
  const reason = canEdit ? missing(config) : refusal(t('tool.not_allowed'));
  const run = (isSample: boolean) => {
    const what = setup && !isChanged ? { setupId: setup.id } : { config: config as ToolConfig };
    start.mutate(
      { ...what, isSample },
      {
        onSuccess: ({ id }) => {
          // A long form's buttons are far below the place of its result.
          bringIntoView();
          setQuery(new URLSearchParams([...without(query, 'run'), ['run', id]]), {
            preventScrollReset: true,
          });
        },
      },
    );
  };
  return (
    <Columns>
      <Stack gap={4}>
        {form(config, put)}
        <Buttons>
          <Button
            variant="primary"
            icon={<IconPlay />}
            busy={start.isPending}
            disabledReason={reason}
            onClick={() => run(false)}
          >
            {t('tool.run')}
          </Button>
          {canSample && (
            <Button
              busy={start.isPending}
              disabledReason={reason ?? missingInSample?.(config)}
              onClick={() => run(true)}
            >
              {t('tool.dry_run')}
            </Button>
          )}
          <SetupButtons {...props} config={config} isChanged={isChanged} reason={reason} />
        </Buttons>
      </Stack>
      <Stack gap={5}>
        {live?.(config)}
        {!live && !runId && (
          <NothingYet slug={tool.slug}>
            {reason ?? t(canSample ? 'tool.run_or_try' : 'tool.run_it')}
          </NothingYet>
        )}
        {runId && (
          <Result ref={result} aria-label={t('tool.result')}>
            <RunView key={runId} tool={tool} runId={runId} canEdit={canEdit}>
              {(found) => children(found, config, put)}
            </RunView>
          </Result>
        )}
        <RunHistory tool={tool} setupId={setup?.id ?? null} runId={runId} figures={figures}>
          {setup && <AfterSync tool={tool} setup={setup} canEdit={canEdit} />}
        </RunHistory>
      </Stack>
    </Columns>
  );
}

interface SetupButtonsProps<Config extends object> extends ToolWorkProps<Config> {
  config: Config;
  isChanged: boolean;
  /** Why it can't be saved, if it can't. */
  reason: string | undefined;
}

/** Saves what is set up, or deletes it. */
function SetupButtons<Config extends object>(props: SetupButtonsProps<Config>) {
  const { tool, setup, config, isChanged, reason, nameOf } = props;
  const t = messages.use();
  const canEdit = useMay('data:edit');
  const [, setQuery] = useSearchParams();
  const [isNaming, setNaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { save, change, remove } = useToolActions(tool);
  /** The result that led to saving stays in view. */
  const open = (id: string) =>
    setQuery((before) => {
      const runId = before.get('run');
      return new URLSearchParams({ setup: id, ...(runId !== null && { run: runId }) });
    });
  if (!canEdit) return null;
  return (
    <>
      {!setup && (
        <Button disabledReason={reason} aria-haspopup="dialog" onClick={() => setNaming(true)}>
          {t('tool.save_as')}
        </Button>
      )}
      {setup && isChanged && (
        <Button
          disabledReason={reason}
          busy={change.isPending}
          onClick={() =>
            change.mutate(
              { setup, config: config as ToolConfig },
              { onSuccess: () => setQuery((before) => new URLSearchParams(without(before, 'config'))) },
            )
          }
        >
          {t('tool.save_changes')}
        </Button>
      )}
      {setup && (
        <IconButton
          label={t('tool.delete', { name: setup.name })}
          aria-haspopup="dialog"
          onClick={() => setDeleting(true)}
        >
          <IconTrash />
        </IconButton>
      )}
      {isNaming && (
        <SaveSetup
          initial={nameOf(config)}
          onCancel={() => setNaming(false)}
          onSave={async (values) => {
            const { id } = await save.mutateAsync({ ...values, config: config as ToolConfig });
            setNaming(false);
            open(id);
          }}
        />
      )}
      {setup && isDeleting && (
        <ConfirmDialog
          open
          danger
          busy={remove.isPending}
          title={t('tool.delete_question', { name: setup.name })}
          confirm={t('tool.delete_confirm')}
          onCancel={() => setDeleting(false)}
          onConfirm={() =>
            remove.mutate(setup, {
              onSuccess: () => {
                setDeleting(false);
                setQuery(new URLSearchParams());
              },
            })
          }
        >
          <p>{t('tool.delete_effect')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function AfterSync({ tool, setup, canEdit }: { tool: ToolAddress; setup: ToolSetup; canEdit: boolean }) {
  const t = messages.use();
  const { change } = useToolActions(tool);
  return canEdit ? (
    <Switch
      label={t('tool.after_sync')}
      checked={change.isPending ? (change.variables.afterSync ?? setup.afterSync) : setup.afterSync}
      onChange={({ target }) => change.mutate({ setup, afterSync: target.checked })}
    />
  ) : (
    <Text tone="dim">{t(setup.afterSync ? 'tool.runs_after_sync' : 'tool.runs_by_hand')}</Text>
  );
}

/** Returns what an address says is set up. Others may have written it. */
function configIn<Config>(
  query: URLSearchParams,
  read: (value: unknown) => Config | undefined,
): Config | undefined {
  try {
    return read(JSON.parse(query.get('config') ?? 'null'));
  } catch {
    return undefined;
  }
}

/** Returns an address with what is set up, unless it's what is there anyway. */
function withConfig(query: URLSearchParams, config: object, initial: object): URLSearchParams {
  const text = JSON.stringify(config);
  const isKept = text !== JSON.stringify(initial) && text.length <= URL_LENGTH_MAX;
  return new URLSearchParams([...without(query, 'config'), ...(isKept ? [['config', text]] : [])]);
}

const without = (query: URLSearchParams, name: string) => [...query].filter(([key]) => key !== name);

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, var(--form)) minmax(0, 1fr)',
  gap: 40,
  alignItems: 'start',
  '@media (max-width: 1100px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 32 },
});
// Below the bar at the top.
const Result = styled('section')({ scrollMarginTop: 72 });
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' });
