import { CARD_HEIGHT_MAX, REPORT_COLUMNS, type CardLayout } from '@headwater/shared/contract';
import { styled } from '@headwater/shared/ui';
import type { ReactNode, Ref } from 'react';

/** Of the grid, in px. */
export const GAP = 16;
export const ROW = 40;
/** Up to this width, in px, cards are below each other. */
export const ONE_COLUMN_MOST = 720;
/** Within a `BoardRoom` that is so narrow. */
export const ONE_COLUMN = `@container board (max-width: ${ONE_COLUMN_MOST}px)`;
/** What has to know whether the board beside it has one column. */
export const BoardRoom = styled('div')({ containerType: 'inline-size', containerName: 'board' });

interface Placed {
  readonly id: string;
  readonly layout: CardLayout;
}

interface BoardProps<Card extends Placed> {
  /** In reading order, in which they are also reached by keyboard and stand below each other on phones. */
  cards: readonly Card[];
  /** Marks the grid's columns. */
  isEdited?: boolean;
  children(card: Card): ReactNode;
  /** The grid itself. */
  ref?: Ref<HTMLDivElement>;
}

/** Cards on a grid of twelve columns, as far as there is room for them. */
export function Board<Card extends Placed>({ cards, isEdited, children, ref }: BoardProps<Card>) {
  return (
    <BoardRoom>
      <Grid ref={ref} data-edited={isEdited || undefined}>
        {cards.map((card) => {
          const { x, y, w, h } = card.layout;
          return (
            <div
              key={card.id}
              data-place
              style={{
                gridColumn: `${x + 1} / span ${Math.min(w, REPORT_COLUMNS - x)}`,
                gridRow: `${y + 1} / span ${Math.min(h, CARD_HEIGHT_MAX)}`,
              }}
            >
              {children(card)}
            </div>
          );
        })}
      </Grid>
    </BoardRoom>
  );
}

const Grid = styled('div')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: `repeat(${REPORT_COLUMNS}, minmax(0, 1fr))`,
  gridAutoRows: ROW,
  gap: GAP,
  '& > div': { minWidth: 0, position: 'relative' },
  // What is lifted out of its place is placed on the whole grid.
  '& > div:has(> [data-lifted])': { position: 'static' },
  '&[data-edited]': {
    borderRadius: 'var(--radius)',
    backgroundImage: `linear-gradient(90deg, var(--surface-3) calc(100% - ${GAP}px), transparent 0)`,
    backgroundSize: `calc((100% + ${GAP}px) / ${REPORT_COLUMNS}) 100%`,
  },
  [ONE_COLUMN]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > div': { gridColumn: '1 !important', gridRowStart: 'auto !important' },
    '&[data-edited]': { backgroundImage: 'none' },
  },
});
