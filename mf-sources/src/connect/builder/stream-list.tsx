import { Button, Cut, Row, styled } from '@headwater/shared/ui';
import { IconPlus, IconTrash } from '@headwater/shared/ui/icons';
import { useState, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { Heading } from './api-fields.tsx';
import { newStream, type StreamForm } from './api-form.ts';
import { streamField } from './form.rules.ts';
import type { BuilderFields } from './use-builder.ts';

interface StreamListProps {
  streams: readonly StreamForm[];
  index: number;
  fields: BuilderFields;
  onOpen(index: number): void;
  onChange(streams: readonly StreamForm[]): void;
  /** The fields of the open one. */
  children: ReactNode;
}

/** The streams, of which one is open. One that was removed can be put back. */
export function StreamList({ streams, index, fields, onOpen, onChange, children }: StreamListProps) {
  const t = messages.use();
  const [removed, setRemoved] = useState<{ stream: StreamForm; at: number } | null>(null);
  const nameOf = ({ name }: StreamForm, at: number) =>
    name.trim() || t('builder.unnamed', { number: at + 1 });
  const insert = (stream: StreamForm, at: number) => {
    onChange(streams.toSpliced(at, 0, stream));
    fields.goTo(streamField(at, 'name'));
  };
  const putBack = ({ stream, at }: { stream: StreamForm; at: number }) => {
    setRemoved(null);
    insert(stream, at);
  };
  const remove = () => {
    setRemoved({ stream: streams[index]!, at: index });
    onChange(streams.toSpliced(index, 1));
    fields.goTo(UNDO);
  };
  return (
    <Section>
      <Row justify="between">
        <Heading>{t('builder.streams')}</Heading>
        <Button
          variant="ghost"
          size="small"
          icon={<IconPlus />}
          onClick={() => insert(newStream(), streams.length)}
        >
          {t('builder.add_stream')}
        </Button>
      </Row>
      {streams.length > 1 && (
        <List aria-label={t('builder.streams')}>
          {streams.map((stream, at) => (
            <button
              key={at}
              type="button"
              aria-current={at === index || undefined}
              onClick={() => onOpen(at)}
            >
              <Cut>{nameOf(stream, at)}</Cut>
            </button>
          ))}
        </List>
      )}
      {removed && (
        <Removed role="status">
          {t('builder.removed', { stream: nameOf(removed.stream, removed.at) })}
          <Button id={UNDO} variant="ghost" size="small" onClick={() => putBack(removed)}>
            {t('builder.undo')}
          </Button>
        </Removed>
      )}
      {children}
      {streams.length > 1 && (
        <div>
          <Button variant="ghost" size="small" icon={<IconTrash />} onClick={remove}>
            {t('builder.remove_stream', { stream: nameOf(streams[index]!, index) })}
          </Button>
        </div>
      )}
    </Section>
  );
}

const UNDO = 'builder-undo';

const Section = styled('section')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });

const List = styled('nav')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  '& > button': {
    maxWidth: 200,
    minHeight: 28,
    padding: '0 10px',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--radius-full)',
    background: 'none',
    color: 'var(--text-2)',
    font: 'inherit',
    fontSize: 'var(--size-13)',
    cursor: 'pointer',
    display: 'inline-flex',
    alignItems: 'center',
    minWidth: 0,
    '@media (max-width: 600px)': { minHeight: 40 },
    '&:hover': { color: 'var(--text)' },
    '&[aria-current]': {
      background: 'var(--surface-3)',
      color: 'var(--text)',
      borderColor: 'var(--control-line)',
    },
  },
});

const Removed = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
});
