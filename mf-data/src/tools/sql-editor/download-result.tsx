import { CSV_TEXTS, type CsvTexts, type SqlRunAttributes } from '@headwater/shared/contract';
import { IconButton } from '@headwater/shared/ui';
import { IconDownload } from '@headwater/shared/ui/icons';
import { Menu, MenuGroup, MenuItem } from '@headwater/shared/ui/menu';
import { saveFile } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { resultCsv } from './result-csv.ts';

interface DownloadResultProps {
  result: SqlRunAttributes;
  /** What the file is called, without its extension. */
  name: string;
}

/** Saves the rows that a query has returned, and says which these are. */
export function DownloadResult({ result, name }: DownloadResultProps) {
  const t = messages.use();
  const save = (texts: CsvTexts) => saveFile(`${name}.csv`, 'text/csv', resultCsv(result, texts));
  const count = result.rows.length;
  const rows = t(result.isCutBy ? 'sql.download_first' : 'sql.download_rows', { count });
  const cut = result.cut.length > 0 ? ` ${t('sql.download_cut', { count: result.cut.length })}` : '';
  return (
    <Menu
      align="end"
      trigger={(wiring) => (
        <IconButton size="small" label={t('sql.download')} {...wiring}>
          <IconDownload />
        </IconButton>
      )}
    >
      <MenuGroup label={`${rows}${cut}`}>
        {CSV_TEXTS.toReversed().map((texts) => (
          <MenuItem key={texts} icon={<IconDownload />} onSelect={() => save(texts)}>
            {t(`sql.download_csv.${texts}`)}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}
