import { useInfiniteQuery } from '@headwater/shared/query';
import type { Table } from '@headwater/shared/tables';
import { Select } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import { isReadable, versionsQuery } from '../../version.queries.ts';

interface VersionChoiceProps {
  organizationId: string;
  label: string;
  table: Table;
  /** Null for the current version, whichever it is. */
  value: number | null;
  onChange(version: number | null): void;
}

/** A choice of one of a table's versions that can be read. */
export function VersionChoice({ organizationId, label, table, value, onChange }: VersionChoiceProps) {
  const t = messages.use();
  const { sourceConnectionId, tableName } = table;
  const versions = useInfiniteQuery(
    versionsQuery({ organizationId, sourceConnectionId, tableName }, table.version),
  );
  const listed = (versions.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter((one) => isReadable(one) && one.state === 'kept')
    .map(({ version }) => version);
  const known = [...new Set([...listed, ...(value === null ? [] : [value])])].sort((a, b) => b - a);
  return (
    <Select
      label={label}
      value={value === null ? '' : String(value)}
      options={[
        { value: '', label: t('compare.current_version') },
        ...known.map((version) => ({ value: String(version), label: t('table.version', { version }) })),
      ]}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  );
}
