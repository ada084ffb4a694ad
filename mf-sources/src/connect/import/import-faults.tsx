import { ApiError } from '@headwater/shared/api';
import type { ErrorObject } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { Banner, InlineCode, Stack, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { placeInFile } from './place-in-file.ts';

/** More than this don't help anyone. */
const SHOWN = 10;

/** Everything that is wrong with an exported file, with the place of each fault. Nothing has been created. */
export function ImportFaults({ error }: { error: unknown }) {
  const t = messages.use();
  const errorText = useErrorText();
  const faults = error instanceof ApiError && error.status < 500 ? (error.errors ?? []) : [];
  return (
    <Banner tone="bad" role="alert">
      <Stack gap={2}>
        <strong>{t('import.refused')}</strong>
        {faults.length === 0 ? (
          errorText(error)
        ) : (
          <Faults>
            {faults.slice(0, SHOWN).map((fault, at) => (
              <li key={at}>
                <Fault fault={fault} />
              </li>
            ))}
            {faults.length > SHOWN && <li>{t('import.more_faults', { count: faults.length - SHOWN })}</li>}
          </Faults>
        )}
      </Stack>
    </Banner>
  );
}

function Fault({ fault }: { fault: ErrorObject }) {
  const errorText = useErrorText();
  const place = placeInFile(fault.source?.pointer);
  const technical = fault.meta?.fault;
  return (
    <>
      {place && <InlineCode>{place}</InlineCode>} {errorText(fault)}
      {technical !== undefined && <small> {technical}</small>}
    </>
  );
}

const Faults = styled('ul')({
  display: 'grid',
  gap: 4,
  overflowWrap: 'anywhere',
  '& small': { color: 'var(--text-2)' },
});
