import type { SqlCatalogAttributes } from '@headwater/shared/contract';
import { styled } from '@headwater/shared/ui';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import { openEditor, type Editor } from './editor.ts';

/** What a page can do with the text. */
export interface CodeEditorHandle {
  /** Puts a text where the cursor is. */
  insert(text: string): void;
  replace(text: string): void;
  /** Puts other space between the words. False if there is no such text. */
  respace(format: (text: string) => string | null): boolean;
  goTo(position: number): void;
}

interface CodeEditorProps {
  label: string;
  /** Shown as long as nothing is written. */
  hint: string;
  initial: string;
  catalog: SqlCatalogAttributes | undefined;
  /** Where the engine found a fault, until the text changes. */
  fault: number | null;
  onChange(sql: string): void;
  onRun(): void;
  onFormat(): void;
  ref: Ref<CodeEditorHandle>;
}

/** A text editor for SQL, with completion. Ctrl+Enter runs, Shift+Alt+F formats. */
export function CodeEditor({
  label,
  hint,
  initial,
  catalog,
  fault,
  onChange,
  onRun,
  onFormat,
  ref,
}: CodeEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const change = useEffectEvent(onChange);
  const run = useEffectEvent(onRun);
  const format = useEffectEvent(onFormat);
  const start = useEffectEvent((parent: HTMLElement) =>
    openEditor(parent, {
      ...{ label, hint, initial },
      onChange: (sql) => change(sql),
      onRun: () => run(),
      onFormat: () => format(),
    }),
  );
  useEffect(() => {
    const opened = start(box.current!);
    editor.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => editor.current?.complete(catalog), [catalog]);
  useEffect(() => editor.current?.mark(fault), [fault]);
  useImperativeHandle(
    ref,
    () => ({
      insert: (text) => editor.current?.insert(text),
      replace: (text) => editor.current?.replace(text),
      respace: (format) => editor.current?.respace(format) ?? false,
      goTo: (position) => editor.current?.goTo(position),
    }),
    [],
  );
  return <Box ref={box} />;
}

const Box = styled('div')({
  minHeight: 0,
  height: '100%',
  display: 'grid',
  '& .cm-editor': { minHeight: 0, minWidth: 0, height: '100%' },
});
