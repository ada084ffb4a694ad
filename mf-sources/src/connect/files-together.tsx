import { fileMatches, patternOfName } from '@headwater/shared/contract';
import { FileRows } from '@headwater/shared/files';
import { Button } from '@headwater/shared/ui';
import { IconFile, IconData } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import { linesOf } from './configuration.ts';

interface FilesTogetherProps {
  /** The names of the source's files. */
  names: readonly string[];
  /** The patterns as they are typed, one per line. */
  patterns: string;
  onChange(patterns: string): void;
}

/** Which files are one table by which pattern, and which ones look as if they were. Nothing if there are neither. */
export function FilesTogether({ names, patterns: typed, onChange }: FilesTogetherProps) {
  const t = messages.use();
  const patterns = linesOf(typed);
  // The first pattern that matches has the file.
  const patternOf = (name: string) => patterns.find((pattern) => fileMatches(name, pattern));
  const alike = new Map<string, string[]>();
  for (const name of names)
    if (patternOf(name) === undefined)
      alike.set(patternOfName(name), [...(alike.get(patternOfName(name)) ?? []), name]);
  const offered = [...alike].filter(([, found]) => found.length > 1);
  if (patterns.length + offered.length === 0) return null;
  return (
    <FileRows data-together aria-label={t('together.title')}>
      {patterns.map((pattern) => {
        const found = names.filter((name) => patternOf(name) === pattern);
        return (
          <li key={`pattern ${pattern}`}>
            <IconData size={16} />
            <div>
              <span>{t('together.joined', { pattern, count: found.length })}</span>
              <Names names={found} />
            </div>
            <Button
              variant="ghost"
              size="small"
              aria-label={t('together.separate_named', { pattern })}
              onClick={() => onChange(patterns.filter((each) => each !== pattern).join('\n'))}
            >
              {t('together.separate')}
            </Button>
          </li>
        );
      })}
      {offered.map(([pattern, found]) => (
        <li key={`alike ${pattern}`}>
          <IconFile size={16} />
          <div>
            <span>{t('together.alike', { pattern, count: found.length })}</span>
            <Names names={found} />
          </div>
          <Button
            size="small"
            aria-label={t('together.join_named', { pattern })}
            onClick={() => onChange([...patterns, pattern].join('\n'))}
          >
            {t('together.join')}
          </Button>
        </li>
      ))}
    </FileRows>
  );
}

const SHOWN = 6;

function Names({ names }: { names: readonly string[] }) {
  const t = messages.use();
  if (names.length === 0) return <small>{t('together.none')}</small>;
  const more = names.length - SHOWN;
  return (
    <small>
      {names.slice(0, SHOWN).map((name, at) => (
        <span key={at}>{name}</span>
      ))}
      {more > 0 && <span>{t('together.more', { count: more })}</span>}
    </small>
  );
}
