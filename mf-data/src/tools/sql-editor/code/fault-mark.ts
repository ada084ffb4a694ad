import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

/** Marks the word at a position as faulty, or nothing. */
export const markFault = StateEffect.define<number | null>();

const word = Decoration.mark({ class: 'cm-fault' });
const line = Decoration.line({ class: 'cm-fault-line' });

/** Shows where the last run failed, until the text changes. */
export const faultMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { docChanged, effects, state }) {
    let shown = docChanged ? Decoration.none : marks;
    for (const effect of effects) {
      if (!effect.is(markFault)) continue;
      if (effect.value === null) {
        shown = Decoration.none;
        continue;
      }
      const at = Math.min(effect.value, state.doc.length);
      const { from, text } = state.doc.lineAt(at);
      const [found = ''] = /^[\w$]+|^\S?/.exec(text.slice(at - from)) ?? [];
      const marked = found === '' ? [] : [word.range(at, at + found.length)];
      shown = Decoration.set([line.range(from), ...marked]);
    }
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});
