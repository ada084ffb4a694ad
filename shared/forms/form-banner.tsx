import { useFormikContext } from 'formik';
import { useErrorText } from '../messages/index.ts';
import { Banner } from '../ui/index.ts';
import type { ServerErrors } from './server-errors.ts';

/** Shows the server's errors that belong to no field; renders nothing if there are none. */
export function FormBanner() {
  const errorText = useErrorText();
  const { banner } = useFormikContext().status as ServerErrors;
  if (banner.length === 0) return null;
  return (
    <Banner tone="bad" role="alert">
      {[...new Set(banner.map(errorText))].map((text) => (
        <div key={text}>{text}</div>
      ))}
    </Banner>
  );
}
