import type { FormFault } from '@headwater/shared/contract';
import { Banner, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';

interface ManifestFaultsProps {
  faults: readonly FormFault[];
  onLine(line: number): void;
}

/** What is wrong with a manifest: each with its line, to which it leads. */
export function ManifestFaults({ faults, onLine }: ManifestFaultsProps) {
  const t = messages.use();
  const errors = faults.filter(({ isError }) => isError);
  if (faults.length === 0) return null;
  return (
    <Banner tone={errors.length > 0 ? 'bad' : 'warn'} role="alert">
      <strong>
        {errors.length > 0
          ? t('manifest.errors', { count: errors.length })
          : t('manifest.notices', { count: faults.length })}
      </strong>
      <FaultList faults={faults} onLine={onLine} />
    </Banner>
  );
}

/** What a fault says: from the message catalog if it has the code, or else in English. */
export function useFaultText() {
  const t = messages.use();
  return ({ code, values, message }: FormFault) => {
    const key = `manifest.fault.${code}`;
    return t.has(key) ? t(key, values) : message;
  };
}

/** The faults as a list, with their lines. */
export function FaultList({ faults, onLine }: { faults: readonly FormFault[]; onLine?(line: number): void }) {
  const t = messages.use();
  const text = useFaultText();
  return (
    <List>
      {faults.map((fault) => {
        const line = t('manifest.line', { line: fault.line });
        return (
          <li key={`${fault.line} ${fault.message}`}>
            {onLine ? (
              <button type="button" onClick={() => onLine(fault.line)}>
                {line}
              </button>
            ) : (
              <b>{line}</b>
            )}
            <span>{text(fault)}</span>
          </li>
        );
      })}
    </List>
  );
}

const List = styled('ul')({
  listStyle: 'none',
  display: 'grid',
  gap: 4,
  margin: '8px 0 0',
  padding: 0,
  maxHeight: 220,
  overflow: 'auto',
  '& li': { display: 'grid', gridTemplateColumns: 'minmax(64px, max-content) minmax(0, 1fr)', gap: 10 },
  '& li > span': { overflowWrap: 'anywhere' },
  '& b': { fontWeight: 'var(--weight-medium)' },
  '& button': {
    border: 'none',
    padding: 0,
    background: 'none',
    font: 'inherit',
    textAlign: 'left',
    color: 'inherit',
    textDecoration: 'underline',
    cursor: 'pointer',
  },
});
