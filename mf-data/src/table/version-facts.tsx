import { isMade } from '@headwater/shared/contract';
import { paths } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { TextLink } from '@headwater/shared/ui';
import { Tag } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { TableVersion } from '../version.queries.ts';

/** What sets a version apart from the others. */
export function VersionTags({ version: { state, damagedAt, maskedSince } }: { version: TableVersion }) {
  const t = messages.use();
  return (
    <>
      {state !== 'kept' && (
        <Tag tone={state === 'current' ? 'accent' : undefined}>{t(`versions.state.${state}`)}</Tag>
      )}
      {damagedAt && (
        <Tag tone="bad" title={t('versions.damaged_text')}>
          {t('versions.damaged')}
        </Tag>
      )}
      {state !== 'current' && maskedSince.length > 0 && (
        <Tag tone="warn" title={t('versions.masked_text', { columns: maskedSince.join(', ') })}>
          {t('versions.masked')}
        </Tag>
      )}
    </>
  );
}

interface VersionOriginProps {
  address: TableAddress;
  table: Table;
  version: TableVersion;
}

/** The run that loaded a version, or the version whose data it brought back. */
export function VersionOrigin({ address, table, version: { run, restored } }: VersionOriginProps) {
  const t = messages.use();
  if (restored)
    return restored.by === null
      ? t('versions.restored', { from: restored.from })
      : t('versions.restored_by', { from: restored.from, by: restored.by });
  if (isMade(table.selection)) return t('view.origin');
  if (run.number === null) return '–';
  const name = t('versions.run', { number: run.number });
  if (table.connectionDeleted) return name;
  return (
    <TextLink to={paths.run(address.organizationId, address.sourceConnectionId, run.id)}>{name}</TextLink>
  );
}
