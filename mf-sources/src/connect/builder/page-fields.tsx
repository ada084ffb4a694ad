import { Select, TextInput } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import { PAGINATIONS, type Pages } from './api-form.ts';
import { streamField } from './form.rules.ts';
import { Pair } from './pair.tsx';
import type { StreamFieldsProps } from './stream-fields-props.ts';

/** How the next page is asked for. */
export function PageFields({ stream: { pages }, index, fields, onChange }: StreamFieldsProps) {
  const t = messages.use();
  const { kind, source } = pages;
  const change = (some: Partial<Pages>) => onChange({ pages: { ...pages, ...some } });
  const choose = (next: Pages['kind']) =>
    change({
      kind: next,
      source: sourcesOf(next).includes(source) ? source : 'response',
      ...(next === 'page' && pages.first === '' && { first: '1' }),
    });
  const text = (field: 'parameter' | 'first' | 'size' | 'sizeParameter' | 'value' | 'more') => ({
    name: streamField(index, `pages.${field}`),
    label: t(`builder.pages.${field}`),
    value: pages[field],
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
    error: fields.errorOf(streamField(index, `pages.${field}`)),
    autoComplete: 'off',
    spellCheck: false,
    mono: true,
  });
  const isFollowed = kind === 'cursor' || kind === 'link';
  return (
    <>
      <Select
        name={streamField(index, 'pages.kind')}
        label={t('builder.pages.kind')}
        hint={t(`builder.pages.${kind}.hint`)}
        value={kind}
        options={PAGINATIONS.map((value) => ({ value, label: t(`builder.pages.${value}`) }))}
        onChange={({ target }) => choose(target.value as Pages['kind'])}
      />
      {isFollowed && (
        <Pair data-single={source === 'header' || undefined}>
          <Select
            name={streamField(index, 'pages.source')}
            label={t(`builder.pages.source.${kind}`)}
            value={source}
            options={[...new Set([...sourcesOf(kind), source])].map((value) => ({
              value,
              label: t(`builder.pages.source.${value}`),
            }))}
            onChange={({ target }) => change({ source: target.value as Pages['source'] })}
          />
          {source !== 'header' && (
            <TextInput
              {...text('value')}
              placeholder={source === 'last_record' ? 'id' : kind === 'link' ? 'links.next' : 'meta.next'}
            />
          )}
        </Pair>
      )}
      {kind === 'page' && (
        <Pair>
          <TextInput {...text('parameter')} placeholder="page" />
          <TextInput {...text('first')} inputMode="numeric" />
        </Pair>
      )}
      {(kind === 'offset' || kind === 'cursor') && <TextInput {...text('parameter')} placeholder={kind} />}
      {(kind === 'cursor' || (kind === 'link' && (source !== 'header' || pages.more !== ''))) && (
        <TextInput
          {...text('more')}
          labelEnd={t('connect.optional')}
          hint={t('builder.pages.more.hint')}
          placeholder="has_more"
        />
      )}
      {kind !== 'none' && (
        <Pair>
          <TextInput
            {...text('size')}
            labelEnd={t('connect.optional')}
            placeholder="100"
            inputMode="numeric"
          />
          <TextInput {...text('sizeParameter')} labelEnd={t('connect.optional')} placeholder="limit" />
        </Pair>
      )}
    </>
  );
}

/** Where an API says what the next page is. */
const sourcesOf = (kind: Pages['kind']): readonly Pages['source'][] =>
  kind === 'link' ? ['response', 'header'] : ['response', 'last_record'];
