import { styled } from '@headwater/shared/ui';
import { createIcon } from '@headwater/shared/ui/icons';
import { messages } from '../../messages.ts';

const IconChart = /* @__PURE__ */ createIcon('M2.25 13.25h11.5M4.25 10.5V8M8 10.5V3M11.75 10.5V5.5');
const IconTable = /* @__PURE__ */ createIcon(
  'M3.5 2.75h9a1.25 1.25 0 0 1 1.25 1.25v8a1.25 1.25 0 0 1 -1.25 1.25h-9a1.25 1.25 0 0 1 -1.25 -1.25v-8a1.25 1.25 0 0 1 1.25 -1.25zM2.25 6.25h11.5M6.25 6.25v7',
);

/** Switches between the chart and the same figures as a table. */
export function TwinSwitch({ isTable, onChange }: { isTable: boolean; onChange(isTable: boolean): void }) {
  const t = messages.use();
  return (
    <Group role="group" aria-label={t('chart.view')}>
      <button
        type="button"
        aria-pressed={!isTable}
        title={t('chart.as_chart')}
        onClick={() => onChange(false)}
      >
        <IconChart label={t('chart.as_chart')} />
      </button>
      <button type="button" aria-pressed={isTable} title={t('chart.as_table')} onClick={() => onChange(true)}>
        <IconTable label={t('chart.as_table')} />
      </button>
    </Group>
  );
}

const Group = styled('div')({
  display: 'flex',
  padding: 2,
  borderRadius: 'var(--radius)',
  background: 'var(--fill)',
  '& button': {
    display: 'grid',
    placeItems: 'center',
    width: 32,
    height: 28,
    padding: 0,
    border: 0,
    borderRadius: 'var(--radius-in)',
    background: 'none',
    color: 'var(--icon)',
    cursor: 'pointer',
  },
  '& button[aria-pressed="true"]': {
    background: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: '0 0 0 1px var(--line-2)',
  },
  '& button:focus-visible': { outline: 'var(--ring-width) solid var(--focus)', outlineOffset: 1 },
});
