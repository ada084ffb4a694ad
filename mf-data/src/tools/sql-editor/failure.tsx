import { ApiError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { Banner, Button, ErrorPanel, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { placeIn } from './fault.ts';
import { suggestionIn } from './suggestion.ts';

interface FailureProps {
  error: unknown;
  /** The query as it's written now. */
  sql: string;
  onGoTo(position: number): void;
  /** Writes another query, and runs it. */
  onTry?(sql: string): void;
  /** Shows how the query would run. */
  onExplain?(): void;
}

/** Why a query doesn't run, with the place in its text if that is known, and what the engine would take instead. */
export function Failure({ error, sql, onGoTo, onTry, onExplain }: FailureProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const text = errorText(error);
  const place = placeIn(error);
  const suggestion = place && onTry && suggestionIn(text, sql, place.position);
  const isOwn = error instanceof ApiError && error.status < 500;
  if (onExplain && error instanceof ApiError && error.errors?.[0]?.code === 'sql_timed_out')
    return (
      <Aside>
        <Banner
          tone="warn"
          role="alert"
          action={
            <Button size="small" onClick={onExplain}>
              {t('plan.open')}
            </Button>
          }
        >
          <b>{text}</b> {t('sql.timed_out')}
        </Banner>
      </Aside>
    );
  return (
    <ErrorPanel
      title={t('sql.failed')}
      requestId={error instanceof ApiError && !isOwn ? error.requestId : null}
      action={
        place && (
          <>
            {suggestion && (
              <Button onClick={() => onTry(suggestion.sql)}>
                {t('sql.use_instead', { name: suggestion.name })}
              </Button>
            )}
            <Button variant={suggestion ? 'ghost' : 'secondary'} onClick={() => onGoTo(place.position)}>
              {t('sql.go_to', { line: place.line, column: place.column })}
            </Button>
          </>
        )
      }
    >
      <Words>{text}</Words>
    </ErrorPanel>
  );
}

// The engine's words have lines of their own.
const Words = styled('span')({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
const Aside = styled('div')({ padding: 16 });
