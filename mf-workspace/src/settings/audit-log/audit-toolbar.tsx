import { AUDIT_OUTCOMES } from '@headwater/shared/contract';
import { useLanguage } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { Button, CompactSelect, styled } from '@headwater/shared/ui';
import { IconDownload } from '@headwater/shared/ui/icons';
import { Toolbar } from '@headwater/shared/ui/workspace';
import { useActorName } from './audit-actor.tsx';
import {
  auditFacetsQuery,
  auditFileUrl,
  PERIODS,
  type AuditFilter,
  type Period,
} from './audit-log.queries.ts';
import { auditMessages } from './messages.ts';

interface AuditToolbarProps {
  filter: AuditFilter;
  set(name: keyof AuditFilter, value: string): void;
}

/** What of the log is shown, and the same as a file. */
export function AuditToolbar({ filter, set }: AuditToolbarProps) {
  const t = auditMessages.use();
  const language = useLanguage();
  const actorName = useActorName();
  const { organizationId = '' } = useParams();
  const { data: facets } = useQuery(auditFacetsQuery(organizationId));
  const actors = (facets?.actors ?? []).map((actor) => ({
    value: actor.id ?? 'product',
    label: actorName(actor),
  }));
  const actions = (facets?.actions ?? [])
    .map((action) => ({ value: action as string, label: t(`audit.action.${action}`) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  const outcomes = AUDIT_OUTCOMES.map((outcome) => ({
    value: outcome as string,
    label: t(`audit.outcome.${outcome}`),
  }));
  // A link can name what the log doesn't have. It stays chosen, so that the list says what it shows.
  const withChosen = (options: { value: string; label: string }[], value: string) =>
    value === '' || options.some((option) => option.value === value)
      ? options
      : [...options, { value, label: value }];
  return (
    <Toolbar>
      <Filters role="group" aria-label={t('audit.filters')}>
        <CompactSelect
          label={t('audit.time')}
          value={filter.period}
          options={(Object.keys(PERIODS) as Period[]).map((value) => ({
            value,
            label: t(`audit.period.${value}`),
          }))}
          onChange={(value) => set('period', value)}
        />
        {(
          [
            ['actor', actors],
            ['action', actions],
            ['outcome', outcomes],
          ] as const
        ).map(([name, options]) => (
          <CompactSelect
            key={name}
            label={t(`audit.${name}`)}
            value={filter[name]}
            options={[{ value: '', label: t(`audit.any.${name}`) }, ...withChosen(options, filter[name])]}
            onChange={(value) => set(name, value)}
          />
        ))}
      </Filters>
      <Button size="small" icon={<IconDownload />} href={auditFileUrl(organizationId, filter)} download>
        {t('audit.csv')}
      </Button>
    </Toolbar>
  );
}

const Filters = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  minWidth: 0,
  '& select': { maxWidth: 220 },
  '@media (max-width: 600px)': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    width: '100%',
    '& select': { width: '100% !important', maxWidth: 'none' },
  },
});
