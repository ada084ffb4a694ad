import type { RunState } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Mark, RUN_LOOK } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';

interface ImportMarkProps {
  run: { state: RunState; rowsRead: number; rowsLoaded: number; rowsRejected: number } | null;
}

/** What has become of an import, in a few words. Null for one that hasn't begun. */
export function ImportMark({ run }: ImportMarkProps) {
  const t = messages.use();
  const { number } = useFormat();
  if (run === null) return <Mark glyph="never" tone="none" words={t('import.state.not_yet')} />;
  const { state, rowsRead, rowsLoaded, rowsRejected } = run;
  if (state === 'succeeded' && rowsRejected > 0)
    return (
      <Mark
        glyph="incomplete"
        tone="warn"
        words={t('import.state.rejected', { rows: rowsLoaded, rejected: number(rowsRejected) })}
      />
    );
  const [glyph, tone] = RUN_LOOK[state];
  const words =
    state === 'succeeded'
      ? t('import.state.succeeded', { rows: rowsLoaded })
      : state === 'running'
        ? t('import.state.running', { rows: rowsRead })
        : t(`import.state.${state}`);
  return <Mark glyph={glyph} tone={tone} words={words} />;
}
