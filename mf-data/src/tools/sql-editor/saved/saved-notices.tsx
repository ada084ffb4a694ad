import { ownValue } from '@headwater/shared/contract';
import { ApiError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Banner, Button, styled } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../../messages.ts';
import type { Draft } from '../draft.ts';
import { placeIn } from '../fault.ts';
import { ChangedLines } from './changed-lines.tsx';
import { isChanged, valuesOf } from './draft-of.ts';
import { savedQueries, type Saved } from '@headwater/shared/figures';

interface SavedNoticesProps {
  organizationId: string;
  draft: Draft;
  saved: Saved;
  onGoTo(position: number): void;
  /** Puts the saved version in place of the text. */
  onTake(): void;
  /** Keeps the text as one that follows the saved version. */
  onKeep(): void;
}

/** Says that someone else has saved the query meanwhile, or that it doesn't run anymore. */
export function SavedNotices({ organizationId, draft, saved, onGoTo, onTake, onKeep }: SavedNoticesProps) {
  const isOutdated = draft.base !== null && draft.base.version < saved.version;
  return (
    <Notices>
      {isOutdated && <Outdated draft={draft} saved={saved} onTake={onTake} onKeep={onKeep} />}
      {!isOutdated && !isChanged(draft) && (
        <Broken organizationId={organizationId} saved={saved} onGoTo={onGoTo} />
      )}
    </Notices>
  );
}

/** Only what was saved is checked. What someone is writing is checked when it runs. */
function Broken({
  organizationId,
  saved,
  onGoTo,
}: Pick<SavedNoticesProps, 'organizationId' | 'saved' | 'onGoTo'>) {
  const t = messages.use();
  const errorText = useErrorText();
  const { error } = useQuery(savedQueries.columns(organizationId, saved));
  if (!(error instanceof ApiError) || error.status !== 422) return null;
  const place = placeIn(error);
  return (
    <Banner
      tone="warn"
      action={
        place && (
          <Button size="small" onClick={() => onGoTo(place.position)}>
            {t('sql.go_to', { line: place.line, column: place.column })}
          </Button>
        )
      }
    >
      <b>{t('saved.broken')}</b> <Words>{errorText(error)}</Words>
    </Banner>
  );
}

function Outdated({ draft, saved, onTake, onKeep }: Omit<SavedNoticesProps, 'organizationId' | 'onGoTo'>) {
  const t = messages.use();
  const [isOpen, setOpen] = useState(false);
  const choose = (choice: () => void) => () => {
    setOpen(false);
    choice();
  };
  return (
    <Banner
      tone="warn"
      action={
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('saved.compare')}
        </Button>
      }
    >
      {t('saved.outdated', { name: saved.savedBy, version: saved.version })}
      <Dialog
        open={isOpen}
        wide
        title={t('saved.outdated_title', { version: saved.version })}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button variant="ghost" onClick={choose(onTake)}>
              {t('saved.take', { version: saved.version })}
            </Button>
            <Button variant="primary" onClick={choose(onKeep)}>
              {t('saved.keep')}
            </Button>
          </>
        }
      >
        <Body>
          <p>{t('saved.outdated_text')}</p>
          <Differences draft={draft} saved={saved} />
        </Body>
      </Dialog>
    </Banner>
  );
}

function Differences({ draft, saved }: Pick<SavedNoticesProps, 'draft' | 'saved'>) {
  const t = messages.use();
  const mine = valuesOf(draft);
  const names = [...new Set([...Object.keys(mine), ...Object.keys(saved.parameters)])].filter(
    (name) => (ownValue(mine, name) ?? null) !== (ownValue(saved.parameters, name) ?? null),
  );
  return (
    <>
      {draft.base?.name !== saved.name && <p>{t('saved.renamed', { name: saved.name })}</p>}
      {names.map((name) => (
        <p key={name}>
          {t('saved.value_differs', {
            name,
            theirs: ownValue(saved.parameters, name) ?? t('sql.null'),
            mine: ownValue(mine, name) ?? t('sql.null'),
          })}
        </p>
      ))}
      {draft.sql === saved.sql ? (
        <p>{t('saved.same_text')}</p>
      ) : (
        <ChangedLines label={t('saved.compared')} before={saved.sql} after={draft.sql} />
      )}
    </>
  );
}

const Notices = styled('div')({
  display: 'grid',
  gap: 8,
  '&:not(:empty)': { padding: '12px 16px' },
});
const Body = styled('div')({ display: 'grid', gap: 12 });
const Words = styled('span')({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
