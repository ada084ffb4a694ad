import type { SqlCatalogAttributes } from '@headwater/shared/contract';
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { Compartment, EditorSelection, EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { faultMark, markFault } from './fault-mark.ts';
import { duckdb } from './duckdb.ts';
import { look } from './look.ts';

interface EditorOptions {
  label: string;
  /** Shown as long as nothing is written. */
  hint: string;
  initial: string;
  onChange(sql: string): void;
  onRun(): void;
  onFormat(): void;
}

/** An open text editor. */
export interface Editor {
  insert(text: string): void;
  replace(text: string): void;
  /** Puts other space between the words, and leaves the cursor where it is among them. False if there is no such text. */
  respace(format: (text: string) => string | null): boolean;
  /** Puts the cursor there and scrolls to it. */
  goTo(position: number): void;
  mark(fault: number | null): void;
  complete(catalog: SqlCatalogAttributes | undefined): void;
  close(): void;
}

/** Opens an editor in an element. */
export function openEditor(
  parent: HTMLElement,
  { label, hint, initial, onChange, onRun, onFormat }: EditorOptions,
): Editor {
  const language = new Compartment();
  const nonce = (window as { __nonce__?: string }).__nonce__;
  const run = (view: EditorView) => {
    closeCompletion(view);
    onRun();
    return true;
  };
  const format = () => {
    onFormat();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: initial,
      extensions: [
        nonce ? EditorView.cspNonce.of(nonce) : [],
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        EditorView.lineWrapping,
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        history(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ icons: false }),
        placeholder(hint),
        faultMark,
        look,
        Prec.highest(
          keymap.of([
            { key: 'Mod-Enter', run },
            { key: 'Shift-Alt-f', run: format },
          ]),
        ),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
        language.of(duckdb(undefined)),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    insert: (text) => {
      view.dispatch(view.state.replaceSelection(text));
      view.focus();
    },
    replace: (text) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, scrollIntoView: true }),
    respace: (format) => {
      const { doc, selection } = view.state;
      const text = format(doc.toString());
      if (text === null) return false;
      const before = doc.sliceString(0, selection.main.head).replaceAll(/\s/g, '').length;
      view.dispatch({
        changes: { from: 0, to: doc.length, insert: text },
        selection: EditorSelection.cursor(afterLetters(text, before)),
        scrollIntoView: true,
      });
      return true;
    },
    goTo: (position) => {
      const selection = EditorSelection.cursor(Math.min(position, view.state.doc.length));
      view.dispatch({ selection, scrollIntoView: true });
      view.focus();
    },
    mark: (fault) => view.dispatch({ effects: markFault.of(fault) }),
    complete: (catalog) => view.dispatch({ effects: language.reconfigure(duckdb(catalog)) }),
    close: () => view.destroy(),
  };
}

/** Returns the position in a text after so many letters that aren't space. */
function afterLetters(text: string, count: number): number {
  let left = count;
  for (let at = 0; at < text.length; at += 1) {
    if (left === 0) return at;
    if (/\S/.test(text[at]!)) left -= 1;
  }
  return text.length;
}
