import { Cut, styled, TwoLines } from '@headwater/shared/ui';
import { Tile } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { useLoadSample } from '../use-load-sample.ts';
import { cardStyles } from './card-styles.ts';

/** Other words that people search for it by. */
const ALIASES = ['sample', 'example', 'demo', 'test', 'shop', 'beispiel'];

export const sampleMatches = (search: string, title: string) =>
  [title, ...ALIASES].some((word) => word.toLowerCase().includes(search.trim().toLowerCase()));

/** The sample shop as one of the sources. A click loads it. */
export function SampleCard() {
  const t = messages.use();
  const load = useLoadSample();
  const text = t('select.about.sample');
  return (
    <CardButton
      type="button"
      aria-busy={load.isPending || undefined}
      onClick={() => !load.isPending && load.mutate()}
    >
      <Tile letters="Sa" hue={5} />
      <TwoLines>
        <strong>{t('select.sample')}</strong>
        <Cut title={text}>{load.isPending ? t('sample.loading') : text}</Cut>
      </TwoLines>
    </CardButton>
  );
}

const CardButton = styled('button')({ ...cardStyles, '&[aria-busy]': { cursor: 'progress' } });
