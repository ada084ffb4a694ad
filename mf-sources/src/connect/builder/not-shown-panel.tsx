import { Button } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { NotShown } from './read-manifest.ts';

interface NotShownPanelProps {
  found: NotShown;
  onYaml(line: number): void;
}

/** Says what of a manifest the form can't show. The manifest stays as it is. */
export function NotShownPanel({ found: { line, what, detail }, onYaml }: NotShownPanelProps) {
  const t = messages.use();
  return (
    <EmptyState
      title={t('builder.not_shown')}
      action={
        <Button variant="primary" onClick={() => onYaml(line)}>
          {t('request_test.line', { line })}
        </Button>
      }
    >
      {t(`builder.not_shown.${what}`, { line, detail })} {t('builder.not_shown_kept')}
    </EmptyState>
  );
}
