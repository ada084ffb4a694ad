import { Button, IconButton, Stack, styled } from '@headwater/shared/ui';
import { IconClose, IconPlus } from '@headwater/shared/ui/icons';
import { TextInput } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import type { Pair } from './api-form.ts';
import type { BuilderFields } from './use-builder.ts';

interface ValueRowsProps {
  /** The field's name in the form, and its title. */
  name: string;
  title: string;
  /** The label of the button that adds a row. */
  addLabel: string;
  pairs: readonly Pair[];
  fields: BuilderFields;
  onChange(pairs: readonly Pair[]): void;
}

/** Names with their values, such as query parameters. Only the first row shows the labels. */
export function ValueRows({ name, title, addLabel, pairs, fields, onChange }: ValueRowsProps) {
  const t = messages.use();
  const change = (at: number, some: Partial<Pair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...some } : pair)));
  const add = () => {
    onChange([...pairs, { name: '', value: '' }]);
    fields.goTo(`${name}.${pairs.length}.name`);
  };
  const remove = (at: number) => {
    onChange(pairs.toSpliced(at, 1));
    fields.goTo(pairs.length > 1 ? `${name}.${Math.max(0, at - 1)}.name` : `${name}.add`);
  };
  return (
    <Stack gap={2} role="group" aria-label={title}>
      {pairs.map((pair, at) => (
        <Line key={at} data-later={at > 0 || undefined}>
          <TextInput
            name={`${name}.${at}.name`}
            label={t('builder.pair.name')}
            value={pair.name}
            onChange={({ target }) => change(at, { name: target.value })}
            error={fields.errorOf(`${name}.${at}.name`)}
            autoComplete="off"
            spellCheck={false}
            mono
          />
          <TextInput
            name={`${name}.${at}.value`}
            label={t('builder.pair.value')}
            value={pair.value}
            onChange={({ target }) => change(at, { value: target.value })}
            error={fields.errorOf(`${name}.${at}.value`)}
            autoComplete="off"
            spellCheck={false}
            mono
          />
          <IconButton
            label={t('builder.pair.remove', { name: pair.name || String(at + 1) })}
            onClick={() => remove(at)}
          >
            <IconClose />
          </IconButton>
        </Line>
      ))}
      <div>
        <Button id={`${name}.add`} variant="ghost" size="small" icon={<IconPlus />} onClick={add}>
          {addLabel}
        </Button>
      </div>
    </Stack>
  );
}

const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) max-content',
  gap: 8,
  alignItems: 'start',
  '& > :last-child': { marginTop: 24 },
  '&[data-later] > :last-child': { marginTop: 0 },
  '&[data-later] > div > div:first-child:has(> label)': {
    position: 'absolute',
    width: 1,
    height: 1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
});
