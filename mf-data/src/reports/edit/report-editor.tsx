import {
  CARD_TITLE_MAX,
  comparisonsFor,
  countCardsWith,
  isComputed,
  REPORT_CARDS_MAX,
  REPORT_FILTERS_MAX,
  REPORT_NAME_MAX,
  savedChoices,
  savingComparison,
  withColumnReplaced,
  type ReportCard,
  type ReportContent,
} from '@headwater/shared/contract';
import { paths, useNavigate, useSearchParams } from '@headwater/shared/routing';
import { useCalendar } from '@headwater/shared/session';
import type { Table } from '@headwater/shared/tables';
import { Button, IconButton, Page, Row, styled, Text, VisuallyHidden } from '@headwater/shared/ui';
import { IconCopy, IconEdit, IconPlus, IconSettings, IconTrash } from '@headwater/shared/ui/icons';
import { TextInput } from '@headwater/shared/ui/inputs';
import { ariaKeys, MenuItem } from '@headwater/shared/ui/menu';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { useRef, useState, type KeyboardEvent } from 'react';
import { messages } from '../../messages.ts';
import { freeId, withCard, type NewCard } from '../add-card.ts';
import { ComparisonSelect } from '../comparison-select.tsx';
import { ReportFilterChip } from '../filters/report-filter-chip.tsx';
import { IconRedo, IconUndo } from '../icons.ts';
import { Board } from '../report/board.tsx';
import { CardView, type CardContext } from '../report/card-view.tsx';
import type { Report } from '../report.queries.ts';
import { AddPanel, type CardWish } from './add-panel.tsx';
import { MoveHandle, ResizeHandle, useMoves } from './card-handles.tsx';
import { CardPanel, startingWith } from './card-panel.tsx';
import { AddFilter, FilterSettings } from './filter-settings.tsx';
import { freePlace, inReadingOrder, packed, withLayout } from './layout.ts';
import { SaveReport } from './save-report.tsx';
import { useReportDraft } from './use-report-draft.ts';

interface ReportEditorProps {
  organizationId: string;
  report: Report;
  tables: ReadonlyMap<string, Table>;
}

/** A report under edit. Others see the saved one until it's saved again. */
export function ReportEditor({ organizationId, report, tables }: ReportEditorProps) {
  const t = messages.use();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { zone } = useCalendar();
  const draft = useReportDraft(report);
  const { text, change, undo, redo } = draft;
  const { content } = text;
  const [openId, setOpenId] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const board = useRef<HTMLDivElement>(null);
  const setContent = (next: ReportContent, about: string | null = null) =>
    change({ ...text, content: next }, about);
  const setCards = (cards: ReportCard[], about: string | null = null) =>
    setContent({ ...content, cards }, about);
  const moves = useMoves(content.cards, board, (cards) => setCards(cards));
  const shown = new Map((moves.moved?.cards ?? content.cards).map((card) => [card.id, card]));
  const leave = () => {
    const rest = new URLSearchParams(query);
    rest.delete('edit');
    const text = rest.toString();
    void navigate(`${paths.report(organizationId, report.id)}${text === '' ? '' : `?${text}`}`);
  };
  const context: CardContext = {
    organizationId,
    tables,
    // Not those of the URL.
    ...savedChoices(content),
    isComparisonSaved: content.compare !== undefined,
    replacement: {
      isBusy: false,
      countCards: (tableId, column) => countCardsWith(content, tableId, column),
      replace: (tableId, replacement) => setContent(withColumnReplaced(content, tableId, replacement)),
    },
  };
  const add = (wish: CardWish) => {
    const next = withCard(content, ...newCard(wish, content, tables, zone));
    setContent(next);
    setAdding(false);
    setOpenId(next.cards.at(-1)!.id);
  };
  const remove = (id: string) =>
    setContent({
      ...content,
      cards: packed(content.cards.filter((card) => card.id !== id)),
      filters: content.filters.map((filter) => ({
        ...filter,
        bind: filter.bind.filter(({ card }) => card !== id),
      })),
    });
  const duplicate = (card: ReportCard) => {
    const { w, h } = card.layout;
    const copy = { ...card, id: freeId(content), layout: freePlace(content.cards, w, h) };
    setContent({
      ...content,
      cards: [...content.cards, copy],
      filters: content.filters.map((filter) => ({
        ...filter,
        bind: filter.bind.flatMap((one) => (one.card === card.id ? [one, { ...one, card: copy.id }] : [one])),
      })),
    });
  };
  const keys = (event: KeyboardEvent) => {
    // Fields have their own.
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea')) return;
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    (event.shiftKey ? redo : undo)?.();
  };
  const opened = content.cards.find(({ id }) => id === openId);
  const canAddCard = content.cards.length < REPORT_CARDS_MAX;
  return (
    <div onKeyDown={keys}>
      <Bar>
        <IconEdit />
        <h1>{t('reports.editing', { name: report.name })}</h1>
        <Text tone="muted" size={13} role="status">
          {draft.isChanged && t(draft.isKept ? 'reports.draft_kept' : 'reports.draft')}
        </Text>
        <IconButton
          label={t('reports.undo')}
          aria-keyshortcuts={ariaKeys('report_undo')}
          disabledReason={undo ? undefined : t('reports.undo_none')}
          onClick={() => undo?.()}
        >
          <IconUndo />
        </IconButton>
        <IconButton
          label={t('reports.redo')}
          aria-keyshortcuts={ariaKeys('report_redo')}
          disabledReason={redo ? undefined : t('reports.redo_none')}
          onClick={() => redo?.()}
        >
          <IconRedo />
        </IconButton>
        <SaveReport organizationId={organizationId} report={report} draft={draft} onLeave={leave} />
      </Bar>
      <Page>
        <Head>
          <TextInput
            label={t('reports.name')}
            value={text.name}
            maxLength={REPORT_NAME_MAX}
            error={text.name.trim() === '' ? t('reports.name_missing') : undefined}
            onChange={({ target }) => change({ ...text, name: target.value }, 'name')}
          />
          <Button
            icon={<IconPlus />}
            aria-haspopup="dialog"
            disabledReason={canAddCard ? undefined : t('reports.too_many_cards', { most: REPORT_CARDS_MAX })}
            onClick={() => setAdding(true)}
          >
            {t('reports.add_card')}
          </Button>
        </Head>
        <Row role="group" aria-label={t('reports.filters')}>
          {content.filters.map((filter) => {
            const set = (next: typeof filter, about: string | null = null) =>
              setContent(
                {
                  ...content,
                  filters: content.filters.map((one) => (one.id === filter.id ? next : one)),
                },
                about,
              );
            return (
              <Pair key={filter.id}>
                <ReportFilterChip
                  organizationId={organizationId}
                  filter={filter}
                  content={content}
                  tables={tables}
                  valueOf={(one) => one.default}
                  onChange={(value) => set({ ...filter, default: value })}
                />
                <FilterSettings
                  organizationId={organizationId}
                  filter={filter}
                  content={content}
                  tables={tables}
                  onChange={set}
                  onRemove={() =>
                    setContent({ ...content, filters: content.filters.filter(({ id }) => id !== filter.id) })
                  }
                />
              </Pair>
            );
          })}
          <ComparisonSelect
            value={context.comparison}
            offers={comparisonsFor(content)}
            onChange={(value) => setContent(savingComparison(content, value))}
          />
          {content.filters.length < REPORT_FILTERS_MAX && (
            <AddFilter
              organizationId={organizationId}
              content={content}
              tables={tables}
              onAdd={(filter) => setContent({ ...content, filters: [...content.filters, filter] })}
            />
          )}
        </Row>
        {content.cards.length === 0 ? (
          <EmptyState title={t('reports.no_cards')}>{t('reports.no_cards_edit')}</EmptyState>
        ) : (
          <>
            <Board
              ref={board}
              isEdited
              // The order stays while a card moves, so that the pointer doesn't lose it.
              cards={inReadingOrder(content.cards).map(({ id }) => shown.get(id)!)}
            >
              {(card) => {
                const isMoved = moves.moved?.id === card.id;
                const name = card.title || t('reports.card');
                return (
                  <>
                    <CardView
                      context={context}
                      card={card}
                      isActive={isMoved}
                      lead={<MoveHandle card={card} isMoved={isMoved} moves={moves} />}
                      tools={
                        <IconButton
                          size="small"
                          label={t('reports.card_edit', { card: name })}
                          onClick={() => setOpenId(card.id)}
                        >
                          <IconSettings />
                        </IconButton>
                      }
                      items={
                        <>
                          {canAddCard && (
                            <MenuItem icon={<IconCopy />} onSelect={() => duplicate(card)}>
                              {t('reports.card_copy')}
                            </MenuItem>
                          )}
                          <MenuItem danger icon={<IconTrash />} onSelect={() => remove(card.id)}>
                            {t('reports.card_remove')}
                          </MenuItem>
                        </>
                      }
                    />
                    <ResizeHandle card={card} moves={moves} />
                  </>
                );
              }}
            </Board>
            {canAddCard && (
              <AddHere type="button" aria-haspopup="dialog" onClick={() => setAdding(true)}>
                <IconPlus />
                {t('reports.add_here')}
              </AddHere>
            )}
            <Hint>{t('reports.keys')}</Hint>
          </>
        )}
        <VisuallyHidden role="status">{moves.spoken}</VisuallyHidden>
      </Page>
      {isAdding && (
        <AddPanel
          organizationId={organizationId}
          tables={tables}
          onAdd={add}
          onClose={() => setAdding(false)}
        />
      )}
      {opened && (
        <CardPanel
          context={context}
          card={opened}
          onChange={(next, about) => {
            const cards = content.cards.map((card) => (card.id === next.id ? next : card));
            const isLarger = next.layout.h !== opened.layout.h;
            setCards(isLarger ? withLayout(cards, next.id, next.layout) : cards, about);
          }}
          onClose={() => setOpenId(null)}
        />
      )}
    </div>
  );
}

/** Returns a new card and its table's columns. Without a table, it can only be a text. */
function newCard(
  { kind, table: wanted, title = '', asRows }: CardWish,
  { cards }: ReportContent,
  tables: ReadonlyMap<string, Table>,
  zone: string,
): [NewCard, readonly string[]] {
  const last = cards.findLast(isComputed);
  const known = last ? tables.get(last.table.id) : undefined;
  const table =
    wanted ?? (known?.version != null ? known : [...tables.values()].find(({ version }) => version !== null));
  if (kind === 'text' || !table) return [{ kind: 'text', title: '', text: '' }, []];
  const card = {
    title: title.slice(0, CARD_TITLE_MAX),
    ...startingWith(table, kind, zone, asRows),
  } as NewCard;
  return [card, table.columns.map(({ name }) => name)];
}

const Bar = styled('div')({
  position: 'sticky',
  top: 0,
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  minHeight: 'var(--bar)',
  padding: '6px 16px 6px 24px',
  borderBottom: '1px solid var(--accent-line)',
  background: 'var(--accent-soft)',
  '& > h1': {
    minWidth: 0,
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: 'var(--size-14)',
    fontWeight: 'var(--weight-strong)',
  },
  '& > [role="status"]': { flex: 1, minWidth: 0 },
  '@media (max-width: 600px)': {
    padding: '6px 8px 6px 16px',
    '& > h1': { flex: '1 1 calc(100% - 32px)' },
    '& > [role="status"]': { order: 1, flex: '1 0 100%' },
    '& > [role="status"]:empty': { display: 'none' },
  },
});
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'flex-end',
  gap: 12,
  '& > div:first-of-type': { flex: '0 1 420px', minWidth: 0 },
  '@media (max-width: 600px)': { '& > div:first-of-type': { flex: '1 1 100%' } },
});
const Pair = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  '& > :first-of-type': { minWidth: 0 },
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
const Hint = styled('p')({
  margin: 0,
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  '@media (max-width: 1100px)': { display: 'none' },
});
