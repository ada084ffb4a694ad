import { ApiError } from '@headwater/shared/api';
import { liveKey, useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { useCalendar } from '@headwater/shared/session';
import { useEffect, useState } from 'react';
import { saveSchedule, scheduleQueries, type Schedule } from '../schedule.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { changedParts, choicesOf, draftOf, type Draft } from './draft.ts';

/** How long someone has to stop typing before the preview follows, in ms. */
const PAUSE_MS = 250;

/** The schedule in the form: what is saved, or a draft from the first change until it is saved or discarded. */
export function useSchedule(saved: Schedule) {
  const { organizationId } = useWorkspace();
  const { zone } = useCalendar();
  const client = useQueryClient();
  const [edit, setEdit] = useState<{ draft: Draft; version: number } | null>(null);
  const initial = draftOf(saved, zone);
  const draft = edit?.draft ?? initial;
  const { queryKey } = scheduleQueries.one(organizationId, saved.id);
  const save = useMutation({
    mutationFn: (version: number) => saveSchedule(organizationId, saved.id, version, choicesOf(draft)),
    onSuccess: (now) => {
      client.setQueryData(queryKey, now);
      // Changes that were made during the request still need to be saved.
      setEdit((newer) => (newer && newer.draft !== draft ? { ...newer, version: now.version } : null));
      void client.invalidateQueries({ queryKey: liveKey('source_connections', organizationId) });
    },
    onError: (error) => isConflict(error) && client.invalidateQueries({ queryKey }),
  });
  return {
    draft,
    initial,
    /** In what the form differs from what is saved. */
    changes: edit ? changedParts(initial, draft) : [],
    isUnsaved: saved.version === 0,
    change: (change: Partial<Draft>) => {
      if (save.isError && !isConflict(save.error)) save.reset();
      setEdit({ draft: { ...draft, ...change }, version: edit?.version ?? saved.version });
    },
    discard: () => {
      setEdit(null);
      save.reset();
    },
    /** Saves over the version that the draft is based on. */
    save: () => save.mutateAsync(edit?.version ?? saved.version),
    /** Saves over the current version, once someone has seen the conflict and decided to. */
    saveOverTheirs: () => save.mutateAsync(saved.version),
    isSaving: save.isPending,
    error: save.error,
    isConflict: isConflict(save.error),
  };
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

/** What the draft means, as the server sees it, shortly after the last change. */
export function usePreview(id: string, draft: Draft) {
  const { organizationId } = useWorkspace();
  const choices = useAfterPause(choicesOf(draft));
  const isOpen = choices.kind === 'after' && choices.after?.sourceConnectionId === null;
  return useQuery({ ...scheduleQueries.preview(organizationId, id, choices), enabled: !isOpen });
}

function useAfterPause<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
