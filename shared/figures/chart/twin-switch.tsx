import { IconData, IconReports } from '@headwater/shared/ui/icons';
import { Segments } from '@headwater/shared/ui/inputs';
import { figureMessages } from '../figure-messages.ts';

/** Switches between the chart and the same figures as a table. */
export function TwinSwitch({ isTable, onChange }: { isTable: boolean; onChange(isTable: boolean): void }) {
  const t = figureMessages.use();
  return (
    <Segments
      iconsOnly
      label={t('chart.view')}
      value={isTable ? 'table' : 'chart'}
      options={[
        { value: 'chart', label: t('chart.as_chart'), icon: <IconReports /> },
        { value: 'table', label: t('chart.as_table'), icon: <IconData /> },
      ]}
      onChange={(view) => onChange(view === 'table')}
    />
  );
}
