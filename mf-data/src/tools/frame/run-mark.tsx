import type { GlyphName } from '@headwater/shared/ui';
import { Mark } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { ListedToolRun } from './tool.queries.ts';

interface RunMarkProps {
  run: Pick<ListedToolRun, 'state' | 'outcome' | 'figures'>;
  /** Puts what a run has found into words. */
  figures(figures: Readonly<Record<string, number>>): string;
}

/** What has become of a run, in a few words. */
export function RunMark({ run: { state, outcome, figures: found }, figures }: RunMarkProps) {
  const t = messages.use();
  if (state === 'done')
    return outcome === 'clean' ? (
      <Mark glyph="synced" tone="ok" words={figures(found ?? {})} />
    ) : (
      <Mark glyph="incomplete" tone="warn" words={figures(found ?? {})} />
    );
  const [glyph, tone] = MARKS[state];
  return <Mark glyph={glyph} tone={tone} words={t(`tool.state.${state}`)} />;
}

const MARKS: Record<
  Exclude<ListedToolRun['state'], 'done'>,
  readonly [GlyphName, 'none' | 'info' | 'bad']
> = {
  queued: ['queued', 'none'],
  running: ['syncing', 'info'],
  failed: ['failed', 'bad'],
  canceled: ['skipped', 'none'],
};
