import { Banner, Button, Row } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { changedParts, choicesOf } from './draft.ts';
import { usePredecessor } from './schedule-preview.tsx';
import { useSentence } from './sentence.ts';
import { usePreview, type useSchedule } from './use-schedule.ts';

interface ConflictBannerProps {
  id: string;
  schedule: ReturnType<typeof useSchedule>;
}

/** Someone else has saved the schedule meanwhile: what they chose, and what to do about it. */
export function ConflictBanner({ id, schedule }: ConflictBannerProps) {
  const t = messages.use();
  const sentence = useSentence();
  const { initial: theirs, draft } = schedule;
  const preview = usePreview(id, theirs);
  const follows = usePredecessor(theirs)?.name ?? null;
  const said = sentence(choicesOf(theirs), { cron: preview.data?.cron?.fields ?? null, follows });
  const differs = changedParts(theirs, draft).map((part) => t(`schedule.part.${part}`));
  return (
    <Banner tone="warn" role="alert">
      <strong>{t('schedule.conflict')}</strong> {said && t('schedule.theirs', { said })}{' '}
      {differs.length > 0 && t('schedule.differs', { parts: differs.join(', ') })}
      <Row>
        <Button size="small" onClick={schedule.discard}>
          {t('schedule.use_theirs')}
        </Button>
        <Button
          size="small"
          busy={schedule.isSaving}
          onClick={() => void schedule.saveOverTheirs().catch(() => {})}
        >
          {t('schedule.save_mine')}
        </Button>
      </Row>
    </Banner>
  );
}
