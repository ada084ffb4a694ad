import type { StreamPreview } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Cut, Mono, styled } from '@headwater/shared/ui';
import { useReadableText, type GridColumn } from '@headwater/shared/ui/table';
import { messages } from '../messages.ts';

type Figures = StreamPreview['statistics'][number];

interface ColumnFiguresProps {
  preview: StreamPreview;
  column: string;
}

/** How many rows of the preview have a value in a column, how many values differ, and the range of them. */
export function ColumnFigures({ preview, column }: ColumnFiguresProps) {
  const t = messages.use();
  const { percent } = useFormat();
  const at = preview.columns.findIndex(({ name }) => name === column);
  const figures = preview.statistics[at];
  if (!figures || preview.sampledRows === 0) return null;
  const empty = (preview.sampledRows - figures.values) / preview.sampledRows;
  return (
    <Line>
      <span>{t('figures.empty', { percent: percent(empty) })}</span>
      <span>{t('figures.distinct', { count: figures.distinct })}</span>
      <Range figures={figures} column={preview.columns[at]!} />
    </Line>
  );
}

function Range({ figures: { min, max }, column }: { figures: Figures; column: GridColumn }) {
  const readable = useReadableText();
  if (min === null || max === null) return null;
  const words = [...new Set([min, max])].map((value) => readable(value, column)).join(' … ');
  return (
    <Cut title={words}>
      <Mono>{words}</Mono>
    </Cut>
  );
}

const Line = styled('small')({
  display: 'flex',
  gap: 12,
  gridColumn: '2 / -1',
  minWidth: 0,
  '& > span': { flex: 'none' },
  '& > :last-child': { flex: '0 1 auto' },
});
