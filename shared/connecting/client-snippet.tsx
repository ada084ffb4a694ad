import { paths } from '@headwater/shared/routing';
import { Banner, Stack, Text, TextLink } from '@headwater/shared/ui';
import { CodeBlock } from '@headwater/shared/ui/workspace';
import type { ServiceAccount } from './account.queries.ts';
import { isOfModels, missingRight, type Client } from './clients.ts';
import { connectingMessages } from './connecting-messages.ts';
import { snippetOf, type Target } from './snippets.ts';

interface ClientSnippetProps {
  account: Pick<ServiceAccount, 'id' | 'rights'>;
  client: Client;
  target: Target;
}

/** How a client connects as a service account, or which right the account lacks for it. */
export function ClientSnippet({ account, client, target }: ClientSnippetProps) {
  const t = connectingMessages.use();
  const right = missingRight(client, account.rights);
  if (right)
    return (
      <Banner tone="warn">
        {t.rich('connecting.right_missing', {
          right: t(`connecting.right.${right}`),
          link: (words) => (
            <TextLink to={paths.serviceAccount(target.organizationId, account.id)}>{words}</TextLink>
          ),
        })}
      </Banner>
    );
  return (
    <Stack gap={2}>
      <CodeBlock code={snippetOf(client, target)} caption={captionOf(t, client, target)} />
      <Text tone="dim" size={13}>
        {t(noteOf(client))}
      </Text>
    </Stack>
  );
}

function captionOf(t: ReturnType<typeof connectingMessages.use>, client: Client, { table }: Target): string {
  if (client === 'claude_desktop') return t('connecting.in_file', { file: 'claude_desktop_config.json' });
  if (client === 'vscode') return t('connecting.in_file', { file: '.vscode/mcp.json' });
  if (isOfModels(client))
    return t(client === 'inspector' ? 'connecting.lists_tools' : 'connecting.in_terminal');
  if (client === 'sql') return t('connecting.runs_sql');
  return table ? t('connecting.reads_table', { table: table.tableName }) : t('connecting.lists_tables');
}

function noteOf(client: Client) {
  if (client === 'vscode') return 'connecting.asks_for_token';
  if (client === 'claude_desktop') return 'connecting.token_in_file';
  return 'connecting.token_in_variable';
}
