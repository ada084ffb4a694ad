import { IconData, IconLayers, IconReports } from '@headwater/shared/ui/icons';
import { Segments } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';

export type ResultShape = 'grid' | 'chart' | 'explain';

interface ResultSwitchProps {
  shape: ResultShape;
  /** Whether nothing is written that could be explained. */
  isEmpty: boolean;
  onChange(shape: ResultShape): void;
}

/** What is shown of a query: its rows, a chart of them, or how it would run. */
export function ResultSwitch({ shape, isEmpty, onChange }: ResultSwitchProps) {
  const t = messages.use();
  return (
    <Segments
      label={t('sql.show_as')}
      value={shape}
      options={[
        { value: 'grid', label: t('sql.as_grid'), icon: <IconData size={14} /> },
        { value: 'chart', label: t('sql.as_chart'), icon: <IconReports size={14} /> },
        {
          value: 'explain',
          label: t('plan.open'),
          icon: <IconLayers size={14} />,
          disabledReason: isEmpty && shape !== 'explain' ? t('sql.empty') : undefined,
        },
      ]}
      onChange={onChange}
    />
  );
}
