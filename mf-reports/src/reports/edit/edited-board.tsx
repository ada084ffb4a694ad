import type { ReportCard } from '@headwater/shared/contract';
import { Button, IconButton, styled } from '@headwater/shared/ui';
import { IconCopy, IconGrip, IconSettings, IconTrash } from '@headwater/shared/ui/icons';
import { MenuItem } from '@headwater/shared/ui/menu';
import type { Ref } from 'react';
import { messages } from '../../messages.ts';
import { Board, BoardRoom, inReadingOrder, type Laid, ONE_COLUMN } from '@headwater/shared/figures';
import { CardView, type CardContext } from '../report/card-view.tsx';
import { MoveHandle, ResizeHandle } from './card-handles.tsx';
import type { AwaitedCard } from './use-awaited-card.ts';
import type { Moves } from './use-moves.ts';

interface EditedCardProps {
  context: CardContext;
  moves: Moves;
  /** Of the card that is set up. */
  openId: string | null;
  /** What opens the settings: a column or a drawer. */
  isColumn: boolean;
  canCopy: boolean;
  onOpen(id: string): void;
  onCopy(card: ReportCard): void;
  onRemove(id: string): void;
}

interface EditedBoardProps extends EditedCardProps {
  cards: readonly ReportCard[];
  awaited: AwaitedCard | null;
  /** Where the cards and what is awaited are. */
  laid: readonly Laid[];
  onCancel(): void;
  ref: Ref<HTMLDivElement>;
}

/** The cards of a report under edit, what is awaited, and where something drops. */
export function EditedBoard({ cards, awaited, laid, onCancel, ref, ...rest }: EditedBoardProps) {
  const t = messages.use();
  const shown = rest.moves.moved?.laid ?? laid;
  // The order stays while a card moves, so that the pointer doesn't lose it.
  const order = new Map(inReadingOrder(laid).map(({ id }, at) => [id, at]));
  const orderOf = ({ id }: Laid) => order.get(id) ?? order.size;
  const byId = new Map(cards.map((card) => [card.id, card]));
  return (
    <Board ref={ref} isEdited cards={shown.toSorted((one, other) => orderOf(one) - orderOf(other))}>
      {({ id, layout }) => {
        const card = byId.get(id);
        if (card) return <EditedCard {...rest} card={{ ...card, layout }} />;
        if (id !== awaited?.id) return <DropPlace width={layout.w} />;
        return (
          <Landing aria-busy>
            {t('reports.waits_for', { name: awaited.name })}
            <Button size="small" variant="ghost" onClick={onCancel}>
              {t('reports.wait_cancel')}
            </Button>
          </Landing>
        );
      }}
    </Board>
  );
}

/** A card with what moves it and changes it. While a pointer carries it, its place is shown where it drops. */
function EditedCard({
  context,
  card,
  moves,
  openId,
  isColumn,
  ...rest
}: EditedCardProps & { card: ReportCard }) {
  const t = messages.use();
  const { canCopy, onOpen, onCopy, onRemove } = rest;
  const { moved } = moves;
  const isMoved = moved?.id === card.id;
  const isOpen = openId === card.id;
  const lift = isMoved ? moved.lift : null;
  return (
    <>
      {lift && <DropPlace width={card.layout.w} />}
      <Lifted
        data-lifted={lift ? true : undefined}
        style={lift ?? undefined}
        ref={lift ? moves.float : undefined}
      >
        <CardView
          context={context}
          card={card}
          isActive={isMoved || isOpen}
          lead={<MoveHandle card={card} isMoved={isMoved} moves={moves} />}
          tools={
            <IconButton
              size="small"
              label={t('reports.card_edit', { card: card.title || t('reports.card') })}
              {...(isColumn ? { 'aria-expanded': isOpen } : { 'aria-haspopup': 'dialog' as const })}
              onClick={() => onOpen(card.id)}
            >
              <IconSettings />
            </IconButton>
          }
          items={
            <>
              {canCopy && (
                <MenuItem icon={<IconCopy />} onSelect={() => onCopy(card)}>
                  {t('reports.card_copy')}
                </MenuItem>
              )}
              <MenuItem danger icon={<IconTrash />} onSelect={() => onRemove(card.id)}>
                {t('reports.card_remove')}
              </MenuItem>
            </>
          }
        />
      </Lifted>
      <ResizeHandle card={card} moves={moves} />
    </>
  );
}

function DropPlace({ width }: { width: number }) {
  const t = messages.use();
  return <Landing aria-hidden>{t('reports.drops_here', { width })}</Landing>;
}

/** What a pointer carries to the grid. */
export function Carried({ moves }: { moves: Moves }) {
  const offer = moves.moved?.offer;
  if (!offer) return null;
  return (
    <Ghost ref={moves.float} aria-hidden>
      <IconGrip />
      {offer.name}
    </Ghost>
  );
}

/** How cards are moved and resized by keyboard, where that is possible. */
export function KeysHint() {
  const t = messages.use();
  return (
    <BoardRoom>
      <Hint>{t('reports.keys')}</Hint>
    </BoardRoom>
  );
}

const Lifted = styled('div')({
  height: '100%',
  '&[data-lifted]': {
    position: 'absolute',
    zIndex: 2,
    rotate: '1.2deg',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
    // The handle that resizes it.
    '& + *': { display: 'none' },
  },
});
const Landing = styled('div')({
  height: '100%',
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 8,
  padding: 8,
  border: '2px dashed var(--accent)',
  borderRadius: 'var(--radius)',
  background: 'var(--accent-soft)',
  fontSize: 'var(--size-12)',
  color: 'var(--accent-text)',
  textAlign: 'center',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
});
const Ghost = styled('div')({
  position: 'fixed',
  top: -8,
  left: -8,
  zIndex: 'var(--z-menu)',
  rotate: '1.2deg',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  maxWidth: 260,
  padding: '10px 16px 10px 8px',
  borderRadius: 'var(--radius)',
  background: 'var(--surface)',
  boxShadow: 'var(--shadow)',
  fontSize: 'var(--size-14)',
  fontWeight: 'var(--weight-strong)',
  overflowWrap: 'anywhere',
  pointerEvents: 'none',
  '& > .hw-icon': { flex: 'none', color: 'var(--icon)' },
});
const Hint = styled('p')({
  margin: 0,
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  [ONE_COLUMN]: { display: 'none' },
});
