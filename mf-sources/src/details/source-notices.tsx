import { useFormat } from '@headwater/shared/messages';
import { paths, useSearchParams } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { FailureButton } from './failure-button.tsx';

/** What needs a hand: a failure with its cause and fix, no tables yet, never tested. */
export function SourceNotices({ source }: { source: SourceConnection }) {
  const [query] = useSearchParams();
  const failed = source.failure && (source.status === 'failed' || source.status === 'incomplete');
  // A run that is open tells its own failure.
  if (failed) return query.has('run') ? null : <Failed source={source} />;
  if (source.selectedTables === 0 && source.can.edit) return <ChooseTables source={source} />;
  if (source.setup === 'unverified' && source.can.edit) return <Untested source={source} />;
  return null;
}

function Failed({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const { failure, freshAsOf } = source;
  if (!failure) return null;
  return (
    <Banner tone="bad" role="status" action={<FailureButton failure={failure} source={source} />}>
      <FailureText failure={failure} />
      <p>{freshAsOf ? t('details.last_good', { time: dateTime(freshAsOf) }) : t('details.no_good')}</p>
    </Banner>
  );
}

function ChooseTables({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  return (
    <Banner
      tone="info"
      role="note"
      action={
        <Button size="small" to={paths.selectData(organizationId, source.id)}>
          {t('details.choose')}
        </Button>
      }
    >
      <strong>{t('details.choose_title')}.</strong> {t('details.choose_text', { source: source.name })}
    </Banner>
  );
}

function Untested({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  return (
    <Banner
      tone="warn"
      role="note"
      action={
        <Button size="small" to={`${paths.sourceConnection(organizationId, source.id)}?tab=settings`}>
          {t('details.test')}
        </Button>
      }
    >
      {t('details.unverified')}
    </Banner>
  );
}
