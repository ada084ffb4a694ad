import { CSV_TEXTS, type ComputedCard, type CsvTexts } from '@headwater/shared/contract';
import { IconCode, IconData, IconDownload, IconExpand } from '@headwater/shared/ui/icons';
import { MenuDivider, MenuItem } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import type { ReportFile } from '../report-files.ts';

export type CardDialog = 'sql' | 'large';
export type CardFileUrl = (file: ReportFile, texts?: CsvTexts) => string;

interface CardItemsProps {
  card: ComputedCard;
  /** Where the rows are that it's computed from. Undefined if they can't be shown. */
  rowsPath: string | undefined;
  /** Whether it's computed. */
  hasResult: boolean;
  fileUrl: CardFileUrl | undefined;
  onOpen(dialog: CardDialog): void;
}

/** The items of a computed card's menu that it has for everybody. */
export function CardItems({ card, rowsPath, hasResult, fileUrl, onOpen }: CardItemsProps) {
  const t = messages.use();
  return (
    <>
      <MenuItem icon={<IconExpand />} aria-haspopup="dialog" onSelect={() => onOpen('large')}>
        {t('reports.enlarge')}
      </MenuItem>
      {rowsPath !== undefined && (
        <MenuItem icon={<IconData />} to={rowsPath}>
          {t('reports.rows')}
        </MenuItem>
      )}
      {hasResult && (
        <MenuItem icon={<IconCode />} aria-haspopup="dialog" onSelect={() => onOpen('sql')}>
          {t('chart.sql')}
        </MenuItem>
      )}
      {fileUrl && hasResult && (
        <>
          <MenuDivider />
          <MenuItem icon={<IconDownload />} download={fileUrl(`cards/${card.id}/picture.png`)}>
            {t('reports.save_png')}
          </MenuItem>
          {CSV_TEXTS.toReversed().map((texts) => (
            <MenuItem
              key={texts}
              icon={<IconDownload />}
              download={fileUrl(`cards/${card.id}/values.csv`, texts)}
            >
              {t(`reports.save_csv.${texts}`)}
            </MenuItem>
          ))}
        </>
      )}
    </>
  );
}
