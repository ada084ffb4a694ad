import { useQueryClient } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { Topbar } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { type Saved, savedQueries, type SqlView } from '@headwater/shared/figures';
import { baseOf, draftOf } from './saved/draft-of.ts';
import { SaveActions } from './saved/save-actions.tsx';
import { Shelf } from './saved/shelf.tsx';
import type { useDraft } from './use-draft.ts';

interface EditorBarProps extends Pick<ReturnType<typeof useDraft>, 'draft' | 'show' | 'open'> {
  organizationId: string;
  saved: Saved | undefined;
  view: SqlView | undefined;
}

/** Which query is open, where others are found, and how it is saved. */
export function EditorBar({ organizationId, saved, view, draft, show, open }: EditorBarProps) {
  const t = messages.use();
  const client = useQueryClient();
  const canEdit = useMay('data:edit');
  const know = (next: Saved) => client.setQueryData(savedQueries.one(organizationId, next.id).queryKey, next);
  return (
    <Topbar
      crumbs={[
        { label: t('tools.area'), to: paths.dataTools(organizationId) },
        { label: t('tools.sql-editor.name'), ...(saved && { to: paths.sqlEditor(organizationId) }) },
        ...(saved ? [{ label: saved.name }] : []),
      ]}
      actions={
        <>
          <Shelf
            organizationId={organizationId}
            current={saved?.id ?? null}
            onOpen={open}
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
                know(next);
                show(next.id, { ...draft, base: baseOf(next) });
              }}
              onReplaced={(next) => {
                know(next);
                show(next.id, { ...draft, ...draftOf(next) });
              }}
              onDeleted={() => show(null, { ...draft, base: null })}
            />
          )}
        </>
      }
    />
  );
}
