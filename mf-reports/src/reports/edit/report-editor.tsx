import {
  countCardsWith,
  REPORT_CARDS_MAX,
  REPORT_NAME_MAX,
  savedChoices,
  withColumnReplaced,
  type CardLayout,
  type ReportContent,
} from '@headwater/shared/contract';
import { paths, useNavigate, useSearchParams } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { Button, Page, styled, VisuallyHidden } from '@headwater/shared/ui';
import { IconPlus } from '@headwater/shared/ui/icons';
import { TextInput } from '@headwater/shared/ui/inputs';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { messages } from '../../messages.ts';
import { freePlace, type Laid, type Report, withCopy, withLayout } from '@headwater/shared/figures';
import type { CardContext } from '../report/card-view.tsx';
import { AddPanel } from './add-panel.tsx';
import { CardPanel } from './card-panel.tsx';
import { placedAs, withChanged, withoutCard } from './changed-cards.ts';
import { Carried, EditedBoard, KeysHint } from './edited-board.tsx';
import { EditedFilters } from './edited-filters.tsx';
import { EditorBar } from './editor-bar.tsx';
import type { Addition, OfferedCard } from './new-card.ts';
import { useRoom, WithColumn } from './side-panel.tsx';
import { useAwaitedCard } from './use-awaited-card.ts';
import { useMoves } from './use-moves.ts';
import { useReportDraft, type ReportDraft } from './use-report-draft.ts';

interface ReportEditorProps {
  organizationId: string;
  report: Report;
  tables: ReadonlyMap<string, Table>;
}

/** A report under edit. Others see the saved one until it's saved again. */
export function ReportEditor({ organizationId, report, tables }: ReportEditorProps) {
  const t = messages.use();
  const draft = useReportDraft(report);
  const leave = useLeave(organizationId, report.id);
  const { content } = draft.text;
  const setContent = (next: ReportContent, about: string | null = null) =>
    draft.change({ ...draft.text, content: next }, about);
  const [room, isColumn] = useRoom();
  const [panel, setPanel] = useState<Panel>(null);
  const { awaited, take, board, laid, moves, cancel } = useCards({
    ...{ content, setContent },
    isAdding: panel === 'add',
    onAdded: (id) => setPanel({ cardId: id }),
  });
  const context = contextOf({ organizationId, tables, content, setContent });
  const opened = content.cards.find(({ id }) => panel !== 'add' && id === panel?.cardId);
  const canAdd = content.cards.length + (awaited ? 1 : 0) < REPORT_CARDS_MAX;
  const close = () => setPanel(null);
  const adding = useRef<HTMLButtonElement>(null);
  const [removed, setRemoved] = useState(0);
  // What had the focus went with the card.
  useEffect(() => void (removed > 0 && adding.current?.focus()), [removed]);
  const remove = (id: string) => {
    setContent(withoutCard(content, id));
    setRemoved(removed + 1);
  };
  const openingAdd = isColumn ? { 'aria-expanded': panel === 'add' } : { 'aria-haspopup': 'dialog' as const };
  return (
    <div ref={room} onKeyDown={keysOf(draft)}>
      <EditorBar
        organizationId={organizationId}
        report={report}
        draft={draft}
        blocked={awaited ? t('reports.waits_for', { name: awaited.name }) : undefined}
        onLeave={leave}
      />
      <WithColumn>
        <Page>
          <EditorHead
            {...{ draft, canAdd, openingAdd }}
            addButton={adding}
            onAdd={() => setPanel(panel === 'add' ? null : 'add')}
          />
          <EditedFilters context={context} content={content} onChange={setContent} />
          {laid.length === 0 && !moves.moved ? (
            <EmptyState title={t('reports.no_cards')}>{t('reports.no_cards_edit')}</EmptyState>
          ) : (
            <EditedBoard
              {...{ context, awaited, laid, moves, isColumn }}
              ref={board}
              cards={content.cards}
              canCopy={canAdd}
              openId={opened?.id ?? null}
              onOpen={(id) => setPanel(id === opened?.id ? null : { cardId: id })}
              onCopy={(card) => setContent(withCopy(content, card))}
              onRemove={remove}
              onCancel={cancel}
            />
          )}
          {laid.length > 0 && canAdd && (
            <AddHere type="button" {...openingAdd} onClick={() => setPanel('add')}>
              <IconPlus />
              {t('reports.add_here')}
            </AddHere>
          )}
          {laid.length > 0 && <KeysHint />}
          <VisuallyHidden role="status">{moves.spoken}</VisuallyHidden>
        </Page>
        {panel === 'add' && (
          <AddPanel
            {...{ organizationId, tables, isColumn, canAdd }}
            awaitedName={awaited?.name ?? null}
            onAdd={take}
            onDrag={moves.dragNew}
            onClose={close}
          />
        )}
        {opened && (
          <CardPanel
            key={opened.id}
            {...{ context, isColumn }}
            card={opened}
            onChange={(next, about) => setContent(withChanged(content, next), about)}
            onRemove={() => remove(opened.id)}
            onClose={close}
          />
        )}
      </WithColumn>
      <Carried moves={moves} />
    </div>
  );
}

interface EditorHeadProps {
  draft: ReportDraft;
  canAdd: boolean;
  /** Says of a button what it opens. */
  openingAdd: object;
  addButton: RefObject<HTMLButtonElement | null>;
  onAdd(): void;
}

/** The report's name, and the button to add a card. */
function EditorHead({ draft, canAdd, openingAdd, addButton, onAdd }: EditorHeadProps) {
  const t = messages.use();
  return (
    <Head>
      <TextInput
        label={t('reports.name')}
        value={draft.text.name}
        maxLength={REPORT_NAME_MAX}
        error={draft.text.name.trim() === '' ? t('reports.name_missing') : undefined}
        onChange={({ target }) => draft.change({ ...draft.text, name: target.value }, 'name')}
      />
      <Button
        ref={addButton}
        icon={<IconPlus />}
        {...openingAdd}
        disabledReason={canAdd ? undefined : t('reports.too_many_cards', { most: REPORT_CARDS_MAX })}
        onClick={onAdd}
      >
        {t('reports.add_card')}
      </Button>
    </Head>
  );
}

/** What is beside the report or over it. */
type Panel = 'add' | { cardId: string } | null;

/** Undoes and redoes by key. */
const keysOf =
  ({ undo, redo }: ReportDraft) =>
  (event: KeyboardEvent) => {
    // Fields have their own.
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea')) return;
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    (event.shiftKey ? redo : undo)?.();
  };

/** Returns what leads back to the report, with what is chosen in it. */
function useLeave(organizationId: string, reportId: string) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return () => {
    const rest = new URLSearchParams(query);
    rest.delete('edit');
    const text = rest.toString();
    void navigate(`${paths.report(organizationId, reportId)}${text === '' ? '' : `?${text}`}`);
  };
}

interface ContentOf {
  organizationId: string;
  tables: ReadonlyMap<string, Table>;
  content: ReportContent;
  setContent(content: ReportContent): void;
}

/** Returns what cards are shown with: what is saved with the report, not what the URL chooses. */
const contextOf = ({ organizationId, tables, content, setContent }: ContentOf): CardContext => ({
  organizationId,
  tables,
  ...savedChoices(content),
  isComparisonSaved: content.compare !== undefined,
  replacement: {
    isBusy: false,
    countCards: (tableId, column) => countCardsWith(content, tableId, column),
    replace: (tableId, replacement) => setContent(withColumnReplaced(content, tableId, replacement)),
  },
});

interface CardsOf extends Pick<ContentOf, 'content' | 'setContent'> {
  /** Whether somebody is about to add a card. */
  isAdding: boolean;
  /** Called with the ID of a card that somebody has added and waits for. */
  onAdded(id: string): void;
}

/** What is on the grid and how it gets there: cards, what is awaited, and what is dragged. */
function useCards({ content, setContent, isAdding, onAdded }: CardsOf) {
  const t = messages.use();
  const board = useRef<HTMLDivElement>(null);
  const added = (add: Addition, place?: CardLayout): string => {
    const next = add(content, place);
    setContent(next);
    return next.cards.at(-1)!.id;
  };
  const { awaited, wait, moveTo, cancel } = useAwaitedCard((add, place) => {
    const id = added(add, place);
    // Somebody who does something else meanwhile isn't interrupted.
    if (isAdding) onAdded(id);
  });
  const laid = useMemo(
    (): readonly Laid[] =>
      awaited ? withLayout([...content.cards, awaited], awaited.id, awaited.layout) : content.cards,
    [content.cards, awaited],
  );
  const take = (offer: OfferedCard, place?: CardLayout) => {
    const { w, h } = offer.size;
    if ('add' in offer) onAdded(added(offer.add, place));
    else void wait(offer.name, offer.prepare, place ?? freePlace(content.cards, w, h));
  };
  const moves = useMoves({
    laid,
    board,
    nameOf: (id) => {
      const card = content.cards.find((one) => one.id === id);
      return card?.title || t('reports.card');
    },
    onDrop: (next) => {
      setContent({ ...content, cards: placedAs(content.cards, next) });
      const place = next.find(({ id }) => id === awaited?.id);
      if (place) moveTo(place.layout);
    },
    onTake: take,
  });
  return { awaited, take, board, laid, moves, cancel };
}

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'flex-end',
  gap: 12,
  '& > div:first-of-type': { flex: '0 1 420px', minWidth: 0 },
  '@media (max-width: 600px)': { '& > div:first-of-type': { flex: '1 1 100%' } },
});
/** Where the next card will be. */
const AddHere = styled('button')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  width: '100%',
  minHeight: 72,
  border: '1px dashed var(--control-line)',
  borderRadius: 'var(--radius)',
  background: 'none',
  color: 'var(--text-2)',
  font: 'inherit',
  fontSize: 'var(--size-13)',
  cursor: 'pointer',
  '&:hover': { background: 'var(--surface-2)', color: 'var(--text)' },
});
