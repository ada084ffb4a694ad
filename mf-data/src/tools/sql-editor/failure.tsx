import { ApiError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { Button, ErrorPanel, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { placeIn } from './fault.ts';

/** Why a query doesn't run, with the place in its text if that is known. */
export function Failure({ error, onGoTo }: { error: unknown; onGoTo(position: number): void }) {
  const t = messages.use();
  const errorText = useErrorText();
  const place = placeIn(error);
  const isOwn = error instanceof ApiError && error.status < 500;
  return (
    <ErrorPanel
      title={t('sql.failed')}
      requestId={error instanceof ApiError && !isOwn ? error.requestId : null}
      action={
        place && (
          <Button size="small" onClick={() => onGoTo(place.position)}>
            {t('sql.go_to', { line: place.line, column: place.column })}
          </Button>
        )
      }
    >
      <Words>{errorText(error)}</Words>
    </ErrorPanel>
  );
}

// The engine's words have lines of their own.
const Words = styled('span')({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
