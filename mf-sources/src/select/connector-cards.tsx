import { Link, paths } from '@headwater/shared/routing';
import { Button, Stack, styled, Text, TwoLines } from '@headwater/shared/ui';
import { CardGrid, EmptyState, Tile } from '@headwater/shared/ui/workspace';
import type { Connector } from '../connector.queries.ts';
import { useConnectorName } from '../connector-tile.tsx';
import { messages } from '../messages.ts';
import { useWorkspace } from '../workspace.ts';
import { cardStyles } from './card-styles.ts';
import { searchConnectors } from './connector-search.ts';
import { Unlisted } from './unlisted.tsx';

interface ConnectorCardsProps {
  connectors: readonly Connector[];
  search: string;
  onClear(): void;
}

const CATEGORIES = ['database', 'file', 'api', 'operator', 'sample'] as const;

/** Connectors by category. Shows how many the search hides, so that no one takes the rest for all there are. */
export function ConnectorCards({ connectors, search, onClear }: ConnectorCardsProps) {
  const t = messages.use();
  const found = searchConnectors(connectors, search);
  const hidden = connectors.length - found.length;
  if (found.length === 0) {
    return (
      <Stack gap={6}>
        <EmptyState
          title={t('select.none', { search })}
          action={<Button onClick={onClear}>{t('select.clear')}</Button>}
        >
          {t('select.none_text', { count: connectors.length })}
        </EmptyState>
        <Unlisted connectors={connectors} />
      </Stack>
    );
  }
  return (
    <Stack gap={6}>
      {CATEGORIES.map((category) => (
        <Category
          key={category}
          title={t(`select.category.${category}`)}
          connectors={found.filter((one) => one.category === category)}
        />
      ))}
      {hidden > 0 && (
        <Text tone="muted" size={13} role="status">
          {t('select.hidden', { count: hidden })}
        </Text>
      )}
      <Unlisted connectors={connectors} />
    </Stack>
  );
}

function Category({ title, connectors }: { title: string; connectors: readonly Connector[] }) {
  if (connectors.length === 0) return null;
  return (
    <section aria-label={title}>
      <Stack gap={3}>
        <h2>{title}</h2>
        <CardGrid min={280}>
          {connectors.map((connector) => (
            <ConnectorCard key={connector.id} connector={connector} />
          ))}
        </CardGrid>
      </Stack>
    </section>
  );
}

function ConnectorCard({ connector }: { connector: Connector }) {
  const { id, name, tile, supportLevel, connectionSpecification } = connector;
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const nameOf = useConnectorName();
  const about = `select.about.${id}`;
  const support = `select.support.${supportLevel === 'operator' ? 'operator' : id}`;
  const text = t.has(about) ? t(about) : String(connectionSpecification.description ?? '');
  return (
    <CardLink to={paths.newSourceConnect(organizationId, { connector: id })}>
      <Tile letters={tile.letters} hue={tile.hue} />
      <TwoLines>
        <strong>{nameOf({ id, name })}</strong>
        <span>{text}</span>
        {t.has(support) && <span>{t(support)}</span>}
      </TwoLines>
    </CardLink>
  );
}

const CardLink = styled(Link)(cardStyles);
