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
} from '@codemirror/view';
import { faultMark, markFault } from './fault-mark.ts';
import { duckdb } from './duckdb.ts';
import { look } from './look.ts';

interface EditorOptions {
  label: string;
  initial: string;
  onChange(sql: string): void;
  onRun(): void;
}

/** An open text editor. */
export interface Editor {
  insert(text: string): void;
  replace(text: string): void;
  /** Puts the cursor there and scrolls to it. */
  goTo(position: number): void;
  mark(fault: number | null): void;
  complete(catalog: SqlCatalogAttributes | undefined): void;
  close(): void;
}

/** Opens an editor in an element. */
export function openEditor(parent: HTMLElement, { label, initial, onChange, onRun }: EditorOptions): Editor {
  const language = new Compartment();
  const nonce = (window as { __nonce__?: string }).__nonce__;
  const run = (view: EditorView) => {
    closeCompletion(view);
    onRun();
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
        faultMark,
        look,
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
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
