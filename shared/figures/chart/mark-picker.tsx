import { styled } from '@headwater/shared/ui';
import { fitOf, MARKS, type ChartData, type Mark } from '@headwater/shared/ui/charts';
import { createIcon, type IconComponent } from '@headwater/shared/ui/icons';
import { figureMessages } from '../figure-messages.ts';

const AXES = 'M2.25 2.5v10.75h11.5';
const ICONS: Record<Mark, IconComponent> = {
  columns: /* @__PURE__ */ createIcon('M2.25 13.25h11.5M4.25 10.5V8M8 10.5V3M11.75 10.5V5.5'),
  line: /* @__PURE__ */ createIcon(`${AXES}M4.75 10l2.75-3.5L9.75 8l3.5-4.25`),
  area: /* @__PURE__ */ createIcon('M2.25 13.25h11.5M2.75 10.5V9l3-3.25L8.5 8l4.75-5v7.5z'),
  bars: /* @__PURE__ */ createIcon('M2.75 2.25v11.5M5.5 4.25h7.75M5.5 8h5M5.5 11.75h2.75'),
  pie: /* @__PURE__ */ createIcon('M2.25 8a5.75 5.75 0 1 0 11.5 0a5.75 5.75 0 1 0 -11.5 0zM8 2.25V8l4.5 3.5'),
  points: /* @__PURE__ */ createIcon(`${AXES}M5.5 10h.01M7.75 6.75h.01M9.75 9h.01M12 4.5h.01`),
  heatmap: /* @__PURE__ */ createIcon(
    'M3.5 2.25h9a1.25 1.25 0 0 1 1.25 1.25v9a1.25 1.25 0 0 1 -1.25 1.25h-9a1.25 1.25 0 0 1 -1.25 -1.25v-9a1.25 1.25 0 0 1 1.25 -1.25zM2.25 8h11.5M8 2.25v11.5',
  ),
  number: /* @__PURE__ */ createIcon('M6.25 2.75 5 13.25M11 2.75 9.75 13.25M3 5.75h10.75M2.25 10.25H13'),
  table: /* @__PURE__ */ createIcon(
    'M3.5 2.75h9a1.25 1.25 0 0 1 1.25 1.25v8a1.25 1.25 0 0 1 -1.25 1.25h-9a1.25 1.25 0 0 1 -1.25 -1.25v-8a1.25 1.25 0 0 1 1.25 -1.25zM2.25 6.25h11.5M6.25 6.25v7',
  ),
};

interface MarkPickerProps {
  /** Undefined while it's computed. */
  data: ChartData | undefined;
  /** Null for the one that fits best. */
  chosen: Mark | null;
  /** The one that is shown. */
  current: Mark | undefined;
  /** Whether sums of the values mean something. */
  isAdditive: boolean;
  onChoose(mark: Mark): void;
}

/** How the chart looks. Marks that can't show it say why. */
export function MarkPicker({ data, chosen, current, isAdditive, onChoose }: MarkPickerProps) {
  const t = figureMessages.use();
  const fits = (mark: Mark) => (data ? fitOf(mark, data, isAdditive) : 'fits');
  const unfit = chosen && fits(chosen);
  return (
    <>
      <Grid role="group" aria-label={t('chart.mark')}>
        {MARKS.map((mark) => {
          const Icon = ICONS[mark];
          const fit = fits(mark);
          return (
            <button
              key={mark}
              type="button"
              aria-pressed={mark === current}
              aria-disabled={fit !== 'fits' || undefined}
              title={fit === 'fits' ? undefined : t(`chart.fit.${fit}`)}
              onClick={() => fit === 'fits' && onChoose(mark)}
            >
              <Icon />
              {t(`chart.marks.${mark}`)}
            </button>
          );
        })}
      </Grid>
      {unfit && unfit !== 'fits' && <Hint>{t(`chart.fit.${unfit}`)}</Hint>}
    </>
  );
}

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 6,
  '& button': {
    display: 'grid',
    justifyItems: 'center',
    gap: 4,
    padding: '8px 4px 6px',
    border: 0,
    borderRadius: 'var(--radius)',
    background: 'var(--fill)',
    color: 'var(--text-2)',
    font: 'inherit',
    fontSize: 'var(--size-12)',
    cursor: 'pointer',
  },
  '& button:hover': { background: 'var(--fill-hover)' },
  '& button[aria-pressed="true"]': {
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
    boxShadow: 'inset 0 0 0 1px var(--accent-line)',
  },
  '& button[aria-disabled]': {
    background: 'none',
    color: 'var(--text-3)',
    opacity: 0.45,
    boxShadow: 'inset 0 0 0 1px var(--line)',
    cursor: 'not-allowed',
  },
  '& button[aria-disabled]:hover': { background: 'none' },
  '& button:focus-visible': { outline: 'var(--ring-width) solid var(--focus)', outlineOffset: 1 },
});

const Hint = styled('p')({ margin: '8px 0 0', fontSize: 'var(--size-12)', color: 'var(--text-2)' });
