import { IconButton, styled } from '@headwater/shared/ui';
import { IconClose } from '@headwater/shared/ui/icons';
import { Drawer } from '@headwater/shared/ui/menu';
import { useCallback, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { messages } from '../../messages.ts';
import { ONE_COLUMN_MOST } from '@headwater/shared/figures';

const WIDTH = 340;
/** From here on, in px, a column beside the page leaves its board more than one. */
const ROOM = ONE_COLUMN_MOST + 48 + WIDTH + 1;

/** Returns what measures an element, and whether there is room in it for a column beside the report. */
export function useRoom(): [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [isRoomy, setRoomy] = useState(false);
  const measured = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () => setRoomy(element.clientWidth >= ROOM);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measured, isRoomy];
}

interface SidePanelProps {
  title: string;
  /** What gets the focus in a column. Default: its heading. */
  first?: RefObject<HTMLElement | null>;
  children: ReactNode;
  onClose(): void;
}

/** A column beside the report, so that the report is seen while it's changed. Where there is no room, a drawer over it. */
export function SidePanel({ isColumn, ...rest }: SidePanelProps & { isColumn: boolean }) {
  return isColumn ? <Column {...rest} /> : <Drawer open {...rest} />;
}

function Column({ title, first, children, onClose }: SidePanelProps) {
  const t = messages.use();
  const titleId = useId();
  const root = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const column = root.current!;
    const opener = document.activeElement;
    (first?.current ?? heading.current!).focus();
    return () => {
      if (column.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, [first]);
  return (
    <Root
      ref={root}
      aria-labelledby={titleId}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <div>
        <Head>
          <h2 ref={heading} id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <IconButton label={t('reports.panel_close')} onClick={onClose}>
            <IconClose />
          </IconButton>
        </Head>
        <Body>{children}</Body>
      </div>
    </Root>
  );
}

/** A page, and the column beside it. */
export const WithColumn = styled('div')({
  flex: 1,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // A card that is carried over the edge doesn't make the page scroll to its side.
  overflowX: 'clip',
  '&:has(> aside)': { gridTemplateColumns: `minmax(0, 1fr) ${WIDTH}px` },
});
const Root = styled('aside')({
  borderLeft: '1px solid var(--line-2)',
  '& > div': {
    position: 'sticky',
    top: 'var(--bar)',
    display: 'flex',
    flexDirection: 'column',
    // As high as the sheet, below its bar.
    height: 'calc(100vh - 16px - var(--bar))',
  },
});
const Head = styled('div')({
  flex: 'none',
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 12,
  minHeight: 56,
  padding: '0 12px 0 20px',
  '& h2': {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: 'var(--size-14)',
    outline: 'none',
  },
});
const Body = styled('div')({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  padding: '4px 20px 24px',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignContent: 'start',
});
