import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** The colours of Markdown and code. All other styles of the editor are in code-mirror.css. */
export const editorTheme = syntaxHighlighting(
  HighlightStyle.define([
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
    {
      tag: [tags.string, tags.special(tags.string), tags.regexp],
      color: 'var(--color-tok-string)',
    },
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
  ]),
)
