import { CHECKS_MAX, type Check } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { QueryBoundary, Skeleton, Stack, styled, Text, TextLink } from '@headwater/shared/ui';
import { Checkbox } from '@headwater/shared/ui/inputs';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { columnProfileQuery, isBeingMade, profileQuery } from '../../table/columns/profile.queries.ts';
import {
  columnsOfChoices,
  onlyKnownValues,
  suggestedChecks,
  type SuggestedCheck,
} from './suggested-checks.ts';
import { useCheckText } from './use-check-text.ts';

interface CheckPickerProps {
  organizationId: string;
  table: Table;
  chosen: readonly Check[];
  onChange(chosen: Check[]): void;
}

/** Checks that a table's profile suggests, and those that were chosen before. */
export function CheckPicker({ organizationId, table, chosen, onChange }: CheckPickerProps) {
  const t = messages.use();
  const { sourceConnectionId, tableName, version } = table;
  const address = { organizationId, sourceConnectionId, tableName };
  const profile = useQuery(profileQuery(address, version!));
  return (
    <Stack gap={3}>
      <TextLink to={`${paths.table(organizationId, sourceConnectionId, tableName)}?tab=columns`}>
        {t('checks.open_profile', { table: tableName })}
      </TextLink>
      <QueryBoundary
        query={profile}
        thing={t('profile.thing')}
        loading={<Skeleton width="100%" height={200} />}
      >
        {(found) => (
          <>
            {isBeingMade(found) && <Text tone="dim">{t('checks.being_profiled')}</Text>}
            <Suggestions
              suggested={suggestedChecks(found, table.primaryKey)}
              chosen={chosen}
              onChange={onChange}
              lists={columnsOfChoices(found).map(({ name }) => ({
                name,
                query: columnProfileQuery(address, version!, name),
              }))}
            />
          </>
        )}
      </QueryBoundary>
    </Stack>
  );
}

interface SuggestionsProps extends Pick<CheckPickerProps, 'chosen' | 'onChange'> {
  suggested: readonly SuggestedCheck[];
  /** Columns with few values, and where these are. */
  lists: readonly { name: string; query: ReturnType<typeof columnProfileQuery> }[];
}

function Suggestions({ suggested, lists, chosen, onChange }: SuggestionsProps) {
  const t = messages.use();
  const text = useCheckText();
  const keys = new Set(suggested.map(({ check }) => keyOf(check)));
  const isOfList = (check: Check) =>
    check.kind === 'accepted_values' && lists.some(({ name }) => name === check.column);
  const others = chosen.filter((check) => !keys.has(keyOf(check)) && !isOfList(check));
  const isChosen = (check: Check) => chosen.some((one) => keyOf(one) === keyOf(check));
  const toggle = (check: Check, isOn: boolean) =>
    onChange(
      isOn ? [...chosen, check].slice(0, CHECKS_MAX) : chosen.filter((one) => keyOf(one) !== keyOf(check)),
    );
  const box = (check: Check, hint?: string) => (
    <Checkbox
      key={keyOf(check)}
      label={text.check(check)}
      hint={hint}
      checked={isChosen(check)}
      onChange={({ target }) => toggle(check, target.checked)}
    />
  );
  return (
    <Choices aria-label={t('checks.choose')}>
      <legend>{t('checks.choose')}</legend>
      {others.map((check) => box(check))}
      {suggested.map(({ check, reason }) => box(check, t(`checks.because.${reason}`)))}
      {lists.map(({ name, query }) => (
        <OnlyKnownValues key={name} column={name} query={query} chosen={chosen}>
          {(check) => box(check, t('checks.because.few_values'))}
        </OnlyKnownValues>
      ))}
    </Choices>
  );
}

interface OnlyKnownValuesProps {
  column: string;
  query: ReturnType<typeof columnProfileQuery>;
  chosen: readonly Check[];
  children(check: Check): ReactNode;
}

/** The check that a column has only the values that are known, or that were known when it was chosen. */
function OnlyKnownValues({ column, query, chosen, children }: OnlyKnownValuesProps) {
  const { data } = useQuery(query);
  const before = chosen.find((check) => check.kind === 'accepted_values' && check.column === column);
  const check = before ?? onlyKnownValues(column, data?.facts ?? null)?.check;
  return check ? children(check) : null;
}

/** The same for the same check. */
const keyOf = (check: Check) =>
  JSON.stringify(Object.entries(check).sort(([one], [other]) => (one < other ? -1 : 1)));

const Choices = styled('fieldset')({
  display: 'grid',
  gap: 12,
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  overflowWrap: 'anywhere',
  '& > legend': { padding: 0, marginBottom: 8, fontWeight: 'var(--weight-medium)' },
});
