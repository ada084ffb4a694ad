import * as Sentry from '@sentry/browser';
import { redact } from './redact.ts';

const MASKED_ATTRIBUTES = ['title', 'placeholder', 'aria-label', 'alt', 'href'];

interface RecordedEvent {
  data?: { href?: string };
}

/** Creates a recording of what the page does, without what people typed, saw, or were sent in a URL. */
export function maskedReplay() {
  const replay = Sentry.replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: MASKED_ATTRIBUTES,
    beforeAddRecordingEvent: redact,
  });
  // These are the recorder's own events. It accepts a plugin for them, but Sentry has no setting to pass one.
  const { _recordingOptions } = replay as unknown as { _recordingOptions: object };
  Object.assign(_recordingOptions, { plugins: [{ name: 'headwater/addresses', eventProcessor: atPath }] });
  return replay;
}

function atPath<E extends RecordedEvent>(event: E): E {
  if (event.data?.href) event.data.href = redact(event.data.href);
  return event;
}
