import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const selection =
  '.cm-selectionBackground, ' +
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground'

/** Uses the colours of the theme file, which has light and dark variants. */
const theme = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--color-ink)',
    backgroundColor: 'transparent',
    fontSize: '1.0625rem',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-serif)',
    lineHeight: '1.6',
    overflowX: 'hidden',
    scrollBehavior: 'auto',
  },
  '.cm-content': { padding: '1rem 0 40vh', caretColor: 'var(--color-accent)' },
  '.cm-line': { padding: '0 1.15rem' },
  '.cm-line.cm-code-line': {
    fontFamily: 'var(--font-mono)',
    fontSize: '0.875rem',
    backgroundColor: 'var(--color-sunk)',
  },
  '.cm-line.cm-table-line': { fontFamily: 'var(--font-mono)', fontSize: '0.875rem' },
  '.cm-cursor': { borderLeftColor: 'var(--color-accent)', borderLeftWidth: '2px' },
  [selection]: { backgroundColor: 'var(--color-wash)' },
  '.cm-placeholder': { color: 'var(--color-muted)' },
  '.cm-specialChar': { color: 'var(--color-muted)' },
  '.cm-panels': {
    backgroundColor: 'var(--color-sunk)',
    color: 'var(--color-ink)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-panels-bottom': { borderTop: '1px solid var(--color-rule)' },
  '.cm-textfield': {
    backgroundColor: 'var(--color-raised)',
    borderColor: 'var(--color-rule)',
    fontSize: '1rem',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--color-raised)',
    borderColor: 'var(--color-rule)',
    fontSize: '0.875rem',
  },
  '.cm-searchMatch': {
    backgroundColor: 'var(--color-wash)',
    outline: '1px solid var(--color-rule)',
  },
  '.cm-searchMatch-selected': { outline: '2px solid var(--color-accent)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-raised)',
    border: '1px solid var(--color-rule)',
    borderRadius: 'var(--radius-card)',
    overflow: 'hidden',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-sans)',
    fontSize: '0.9375rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.45rem 0.8rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--color-wash)',
    color: 'var(--color-ink)',
  },
})

const highlightStyle = HighlightStyle.define([
  { tag: tags.heading1, fontWeight: '600', fontSize: '1.35em' },
  { tag: tags.heading2, fontWeight: '600', fontSize: '1.2em' },
  { tag: [tags.heading3, tags.heading4, tags.heading5, tags.heading6], fontWeight: '600' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.quote, color: 'var(--color-muted)', fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--color-accent)' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.85em' },
  {
    tag: [
      tags.processingInstruction,
      tags.contentSeparator,
      tags.labelName,
      tags.meta,
      tags.comment,
    ],
    color: 'var(--color-muted)',
  },
  { tag: [tags.keyword, tags.tagName, tags.operatorKeyword], color: 'var(--color-tok-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--color-tok-string)' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.definition(tags.variableName),
      tags.className,
      tags.propertyName,
    ],
    color: 'var(--color-tok-function)',
  },
  {
    tag: [tags.number, tags.bool, tags.null, tags.atom, tags.attributeName, tags.typeName],
    color: 'var(--color-tok-constant)',
  },
])

export function editorTheme(): Extension {
  return [theme, syntaxHighlighting(highlightStyle)]
}
