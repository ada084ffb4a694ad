import type { FormFault } from '@headwater/shared/contract';
import { goToField } from '@headwater/shared/forms';
import { useSearchParams } from '@headwater/shared/routing';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { messages } from '../../messages.ts';
import { useFaultText } from '../manifest/manifest-faults.tsx';
import type { ApiForm, StreamForm } from './api-form.ts';
import { fieldOfLine } from './field-of-line.ts';
import { faultsOf, streamField } from './form.rules.ts';
import { writeManifest } from './write-manifest.ts';

/** How the fields of the form are reached by their names. */
export interface BuilderFields {
  /** What is wrong with a field, in words. */
  errorOf(name: string): string | undefined;
  /** Moves the focus to a field, in whichever stream it is. */
  goTo(name: string): void;
}

const STREAM = 'stream';

interface BuilderOptions {
  initial: ApiForm;
  root: RefObject<HTMLElement | null>;
  onText(text: string): void;
}

/** The form's values, which stream of it is open, and what is wrong with it. */
export function useBuilder({ initial, root, onText }: BuilderOptions) {
  const t = messages.use();
  const faultText = useFaultText();
  const [form, setForm] = useState(initial);
  const [index, setIndex] = useStreamIndex(form.streams.length);
  /** Faults of empty fields are shown once somebody has wanted to go on. */
  const [isChecked, setIsChecked] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const faults = useMemo(() => faultsOf(form), [form]);
  const goTo = useGoTo(root, (stream) => setIndex(stream));
  const change = (next: ApiForm) => {
    setForm(next);
    setRefused(new Map());
    onText(writeManifest(next));
  };
  const errorOf = (name: string) => {
    const fault = faults.get(name);
    return refused.get(name) ?? (isChecked && fault ? t(`builder.fault.${fault}`) : undefined);
  };
  /** Whether the form, or what one stream needs, is filled in. If not, the focus goes to what isn't. */
  const check = (only?: number): boolean => {
    const [first] = faultsOf(form, only).keys();
    setIsChecked(true);
    if (first === undefined) return true;
    goTo(first);
    return false;
  };
  /** Shows what the server has found wrong with a manifest of the form at the fields that have written it. */
  const refuse = (
    manifest: string,
    found: readonly FormFault[],
    renamed = (name: string) => name,
  ): boolean => {
    const errors = found.filter(({ isError }) => isError);
    const named = errors.map(
      (fault) => [renamed(fieldOfLine(manifest, fault.line, form)), faultText(fault)] as const,
    );
    setRefused(new Map(named));
    if (named[0]) goTo(named[0][0]);
    return errors.length > 0;
  };
  return {
    form,
    change,
    index,
    setIndex,
    changeStream: (some: Partial<StreamForm>) =>
      change({
        ...form,
        streams: form.streams.map((stream, at) => (at === index ? { ...stream, ...some } : stream)),
      }),
    check,
    refuse,
    fields: { errorOf, goTo } satisfies BuilderFields,
  };
}

/** The open stream. The URL names it by its number. */
function useStreamIndex(count: number): [index: number, setIndex: (index: number) => void] {
  const [query, setQuery] = useSearchParams();
  const wanted = Number(query.get(STREAM) ?? 1) - 1;
  const index = Number.isInteger(wanted) ? Math.min(Math.max(0, wanted), Math.max(0, count - 1)) : 0;
  return [
    index,
    (next) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          after.set(STREAM, String(next + 1));
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}

/** Moves the focus to a field, which may have to be rendered first. */
function useGoTo(root: RefObject<HTMLElement | null>, openStream: (index: number) => void) {
  const wanted = useRef<string | null>(null);
  const [, setTurn] = useState(0);
  useEffect(() => {
    const name = wanted.current;
    const field = name && root.current?.querySelector<HTMLElement>(`[name="${name}"], [id="${name}"]`);
    if (!field) return;
    wanted.current = null;
    goToField(field);
  });
  return (name: string) => {
    wanted.current = name;
    const stream = /^streams\.(\d+)/.exec(name)?.[1];
    if (stream !== undefined) openStream(Number(stream));
    setTurn((turn) => turn + 1);
  };
}

/** `streams.0.path` → `streams.2.path` */
export const inStream = (index: number) => (name: string) =>
  name.replace(/^streams\.\d+\.(.*)$/, (_, field: string) => streamField(index, field));
