import { ApiError } from '@headwater/shared/api';
import type { CatalogStream } from '@headwater/shared/contract';
import { useErrorText, useFormat } from '@headwater/shared/messages';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Banner, Button, Mono, Note, Stack, styled, Text, toast } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import type { ReactNode } from 'react';
import { faultyTables } from '../field-errors.ts';
import { messages } from '../messages.ts';
import { isBusy, type SourceConnection } from '../source.queries.ts';
import { useStartRun } from '../use-run-actions.ts';
import { useWorkspace } from '../workspace.ts';
import { SAVED } from './leave-guard.tsx';
import { reviewOf, type DifferentTables } from './review.ts';
import { useDifferenceText } from './use-difference-text.ts';
import type { Changes } from './use-changes.ts';
import { useSelectionReason } from './use-selection-reason.ts';

interface ReviewDialogProps {
  source: SourceConnection;
  streams: readonly CatalogStream[];
  choice: Changes;
  onClose(): void;
}

/** What a save changes, and what that does to the tables, before it is saved. */
export function ReviewDialog({ source, streams, choice, onClose }: ReviewDialogProps) {
  const t = messages.use();
  const { number } = useFormat();
  const errorText = useErrorText();
  const { added, removed, settings, startOver, replaced, unmasked } = reviewOf(streams, choice);
  return (
    <Dialog
      open
      wide
      title={t('review.title', { source: source.name })}
      onClose={onClose}
      actions={<Buttons source={source} choice={choice} onClose={onClose} />}
    >
      <Stack gap={4}>
        {choice.error && !choice.isConflict && (
          <Banner tone="bad" role="alert">
            <strong>{t('tables.save_failed')}.</strong> {errorText(choice.error)}
          </Banner>
        )}
        {added.length > 0 && (
          <Part title={t('review.added', { count: added.length })} tables={added}>
            {t('review.added_text')}
          </Part>
        )}
        {removed.length > 0 && (
          <Part title={t('review.removed', { count: removed.length })} tables={removed}>
            {t(removed.some(({ isLoaded }) => isLoaded) ? 'review.removed_text' : 'review.removed_empty')}
          </Part>
        )}
        {settings.length > 0 && <Settings groups={settings} />}
        {startOver.length > 0 && (
          <Note>
            {t('review.start_over', {
              count: startOver.length,
              tables: namesOf(startOver),
              more: Math.max(0, startOver.length - NAMED),
              rows: number(rowsIn(startOver)),
            })}
          </Note>
        )}
        {replaced.length > 0 && (
          <Banner tone="warn" role="note">
            {t('review.replaced', {
              count: replaced.length,
              tables: namesOf(replaced),
              more: Math.max(0, replaced.length - NAMED),
            })}
          </Banner>
        )}
        {unmasked.length > 0 && (
          <Banner tone="warn" role="note">
            {t('review.unmasked', {
              tables: namesOf(unmasked),
              more: Math.max(0, unmasked.length - NAMED),
            })}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}

const NAMED = 8;

const namesOf = (tables: readonly CatalogStream[]) =>
  tables
    .slice(0, NAMED)
    .map(({ tableName }) => tableName)
    .join(', ');

const rowsIn = (tables: readonly CatalogStream[]) =>
  tables.reduce((sum, { estimatedRows }) => sum + (estimatedRows ?? 0), 0);

interface PartProps {
  title: string;
  tables: readonly CatalogStream[];
  children: ReactNode;
}

function Part({ title, tables, children }: PartProps) {
  const t = messages.use();
  return (
    <section>
      <h3>{title}</h3>
      <Text tone="muted" size={13}>
        {children}
      </Text>
      <Names>
        <Mono>{namesOf(tables)}</Mono>
        {tables.length > NAMED && ` ${t('review.more', { count: tables.length - NAMED })}`}
      </Names>
    </section>
  );
}

/** More groups than this don't fit on a screen. */
const GROUPS = 30;

/** Settings that change, each once for all tables where they change in the same way. */
function Settings({ groups }: { groups: readonly DifferentTables[] }) {
  const t = messages.use();
  const differenceText = useDifferenceText();
  const count = groups.reduce((sum, { tables }) => sum + tables.length, 0);
  const hidden = groups.slice(GROUPS).reduce((sum, { tables }) => sum + tables.length, 0);
  return (
    <section>
      <h3>{t('review.settings', { count })}</h3>
      <Groups>
        {groups.slice(0, GROUPS).map(({ tables, differences }) => (
          <li key={tables[0]!.tableName}>
            <Names>
              <Mono>{namesOf(tables)}</Mono>
              {tables.length > NAMED && ` ${t('review.more', { count: tables.length - NAMED })}`}
            </Names>
            <dl>
              {differences.map(differenceText).map(({ label, before, after }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <del>{before}</del> → <ins>{after}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </Groups>
      {hidden > 0 && <Note>{t('review.more', { count: hidden })}</Note>}
    </section>
  );
}

function Buttons({ source, choice, onClose }: Omit<ReviewDialogProps, 'streams'>) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const start = useStartRun(organizationId, source.id);
  const reason = useSelectionReason(choice.selection);
  const isWaiting = choice.isSaving || start.isPending;
  // A conflict, and settings that can't be used, are shown on the page. Anything else is shown here.
  const save = async () => {
    await choice.save().catch((error: unknown) => {
      if (isShownOnPage(error)) onClose();
      throw error;
    });
    toast.success(t('tables.saved'));
  };
  const saveAndSync = async () => {
    await save();
    await start.mutateAsync();
    await navigate(paths.sourceConnection(organizationId, source.id), { state: SAVED });
  };
  const run = (work: () => Promise<void>) => () => void work().catch(() => {});
  return (
    <>
      <Button variant="ghost" onClick={onClose}>
        {t('leave.stay')}
      </Button>
      <Button busy={isWaiting} disabledReason={reason} onClick={run(() => save().then(onClose))}>
        {t('tables.save')}
      </Button>
      <Button
        variant="primary"
        busy={isWaiting}
        busyLabel={t('tables.saving')}
        disabledReason={reason ?? (isBusy(source) ? t('details.busy') : undefined)}
        onClick={run(saveAndSync)}
      >
        {t('tables.save_sync')}
      </Button>
    </>
  );
}

const isShownOnPage = (error: unknown) =>
  error instanceof ApiError && (error.status === 412 || faultyTables(error).length > 0);

const Names = styled('p')({ marginTop: 4, overflowWrap: 'anywhere', fontSize: 'var(--size-13)' });
const Groups = styled('ul')({
  display: 'grid',
  '& > li': { padding: '8px 0', borderBottom: 'var(--hair)' },
  '& dl': { display: 'grid', gap: 2, marginTop: 4, fontSize: 'var(--size-13)' },
  '& dl > div': { display: 'flex', flexWrap: 'wrap', gap: '0 8px' },
  '& dt': { minWidth: 120, color: 'var(--text-2)' },
  '& dd': { overflowWrap: 'anywhere', minWidth: 0 },
  '& del': { color: 'var(--text-3)', textDecoration: 'none' },
  '& ins': { fontWeight: 'var(--weight-medium)', textDecoration: 'none' },
});
