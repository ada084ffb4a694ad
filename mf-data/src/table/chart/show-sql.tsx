import { paths } from '@headwater/shared/routing';
import { IconButton, TextLink } from '@headwater/shared/ui';
import { IconCode } from '@headwater/shared/ui/icons';
import { Popover, PopoverBody } from '@headwater/shared/ui/menu';
import { CodeBlock } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';

/** Longer statements don't fit into every URL. They can be copied. */
const LINKED_LENGTH_MAX = 4_000;

/** Shows the statement that a result comes from, which the SQL editor runs as it is. */
export function ShowSql({ organizationId, sql }: { organizationId: string; sql: string }) {
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
          {sql.length <= LINKED_LENGTH_MAX && (
            <TextLink to={paths.sqlEditor(organizationId, { sql })}>{t('chart.open_sql')}</TextLink>
          )}
        </PopoverBody>
      )}
    </Popover>
  );
}
