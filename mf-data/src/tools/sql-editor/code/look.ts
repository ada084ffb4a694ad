import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.typeName], color: 'var(--accent-text)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--warn-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info-text)' },
  { tag: tags.comment, color: 'var(--text-3)' },
  { tag: [tags.special(tags.name), tags.standard(tags.name)], color: 'var(--accent-text)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.65', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--text-3)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 16px', minWidth: '44px' },
  '.cm-activeLine': { backgroundColor: 'var(--surface-2)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--surface-2)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-line)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--fill)', outline: '1px solid var(--line-2)' },
  '.cm-fault': { textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
  '.cm-fault-line': { backgroundColor: 'var(--bad-soft)' },
  '.cm-tooltip': {
    border: 'none',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--overlay)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
    zIndex: 'var(--z-menu)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    fontSize: '12px',
    maxHeight: '240px',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '4px 8px',
    borderRadius: 'var(--radius-in)',
    display: 'flex',
    gap: '16px',
    justifyContent: 'space-between',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent-text)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--text-3)', margin: '0' },
});

/** How code looks, in the colors of the page. */
export const look = [theme, syntaxHighlighting(colors)];
