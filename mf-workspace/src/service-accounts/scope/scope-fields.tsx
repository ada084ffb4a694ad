import type { DataScope } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { Note, QueryBoundary, Skeleton, Stack, Text, VisuallyHidden } from '@headwater/shared/ui';
import { RadioGroup } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import { tableQueries } from '@headwater/shared/tables';
import { ScopeTree } from './scope-tree.tsx';

interface ScopeFieldsProps {
  /** Null for everything. */
  scope: DataScope | null;
  onChange(scope: DataScope | null): void;
  error?: string;
  disabled?: boolean;
}

/** What an account sees: everything, or what is chosen in a tree. */
export function ScopeFields({ scope, onChange, error, disabled = false }: ScopeFieldsProps) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const tables = useQuery(tableQueries.all(organizationId));
  const options = [
    { value: 'chosen', label: t('accounts.scope.chosen'), disabled },
    {
      value: 'everything',
      label: t('accounts.scope.everything'),
      hint: t('accounts.scope.everything_hint'),
      disabled,
    },
  ];
  return (
    <Stack gap={4}>
      <RadioGroup
        legend={<VisuallyHidden>{t('accounts.scope.legend')}</VisuallyHidden>}
        name="access"
        value={scope === null ? 'everything' : 'chosen'}
        options={options}
        onChange={(value) => onChange(value === 'everything' ? null : [])}
      />
      {scope !== null && (
        <QueryBoundary
          query={tables}
          thing={t('accounts.scope.thing')}
          loading={<Skeleton width="100%" height={200} />}
        >
          {(all) =>
            all.length === 0 ? (
              <Note>{t('accounts.scope.no_tables')}</Note>
            ) : (
              <ScopeTree tables={all} scope={scope} onChange={onChange} disabled={disabled} />
            )
          }
        </QueryBoundary>
      )}
      {error && (
        <Text size={13} tone="bad" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
