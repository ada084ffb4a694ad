import { IconButton } from '@headwater/shared/ui';
import { IconCode } from '@headwater/shared/ui/icons';
import { Popover, PopoverBody } from '@headwater/shared/ui/menu';
import { CodeBlock } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';

/** Shows the statement that a result comes from. */
export function ShowSql({ sql }: { sql: string }) {
  const t = messages.use();
  return (
    <Popover
      label={t('chart.sql')}
      align="end"
      width={560}
      trigger={(wiring) => (
        <IconButton label={t('chart.sql')} {...wiring}>
          <IconCode />
        </IconButton>
      )}
    >
      {() => (
        <PopoverBody>
          <CodeBlock code={sql} caption={t('chart.sql_caption')} />
        </PopoverBody>
      )}
    </Popover>
  );
}
