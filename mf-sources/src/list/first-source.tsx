import { paths } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { Invite, Offer, SourcesArt } from '@headwater/shared/ui/workspace';
import { IconFlask, IconPlus } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import { useLoadSample } from '../use-load-sample.ts';
import { useWorkspace } from '../workspace.ts';

/** Shown while there is no source: an invitation to connect one, or to look around with the sample data. */
export function FirstSource() {
  const t = messages.use();
  const { organizationId, name: workspace, canEdit } = useWorkspace();
  if (!canEdit) {
    return (
      <Invite art={<SourcesArt />} title={t('list.empty')} action={null}>
        {t('list.empty_reader', { workspace })}
      </Invite>
    );
  }
  return (
    <Invite
      art={<SourcesArt />}
      title={t('list.empty')}
      action={
        <Button variant="primary" icon={<IconPlus />} to={paths.newSourceSelect(organizationId)}>
          {t('list.connect')}
        </Button>
      }
      aside={<SampleOffer />}
    >
      {t('list.empty_text', { workspace })}
    </Invite>
  );
}

function SampleOffer() {
  const t = messages.use();
  const load = useLoadSample();
  return (
    <Offer
      icon={<IconFlask size={20} />}
      title={t('sample.title')}
      action={
        <Button busy={load.isPending} busyLabel={t('sample.loading')} onClick={() => load.mutate()}>
          {t('sample.load')}
        </Button>
      }
    >
      {t('sample.text')}
    </Offer>
  );
}
