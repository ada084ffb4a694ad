import { useSearchParams } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { comparedIn } from './diff-address.ts';
import { VersionDiff } from './version-diff.tsx';
import { VersionList } from './version-list.tsx';

/** The versions of a table, or two of them compared. */
export function TableVersions({ address, table }: { address: TableAddress; table: Table }) {
  const [query] = useSearchParams();
  const versions = comparedIn(query);
  if (versions) return <VersionDiff address={address} table={table} versions={versions} />;
  return <VersionList address={address} table={table} />;
}
