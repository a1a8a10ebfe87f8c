import type { Element } from 'hast'
import { toString as textOf } from 'mdast-util-to-string'
import type { ComponentProps } from 'react'
import { translator } from '@/lib/i18n/translator'
import { interfaceLanguage } from '@/lib/text/interface-language'

type WithNode<Props> = Props & { node?: Element | undefined }

/**
 * Renders a heading with a link to it. The link is outside the heading, so that the heading's
 * accessible name stays its text.
 */
export function headingWithAnchor({ node, ...attributes }: WithNode<ComponentProps<'h2'>>) {
  const Heading = node?.tagName === 'h3' ? 'h3' : node?.tagName === 'h4' ? 'h4' : 'h2'
  // The heading of the footnotes is only for screen readers.
  if (!attributes.id || attributes.className?.includes('sr-only'))
    return <Heading {...attributes} />
  return (
    <div className="heading" data-level={Heading}>
      <Heading {...attributes} />
      <a href={`#${attributes.id}`} className="heading-anchor">
        <span aria-hidden="true">#</span>
        <span className="sr-only">
          {translator('posts').rich('linkToHeading', {
            heading: textOf(node),
            label: (label) => <span lang={interfaceLanguage}>{label}</span>,
          })}
        </span>
      </a>
    </div>
  )
}

/**
 * Renders a code block. It scrolls, so it must be reachable by keyboard (WCAG 2.1.1). A script of
 * the page makes the button copy the code.
 */
export function codeBlock({ node: _, ...attributes }: WithNode<ComponentProps<'pre'>>) {
  return (
    <div className="code-block">
      <pre {...attributes} className="code" tabIndex={0} />
      <button type="button" lang={interfaceLanguage} className="copy-code">
        {translator('copyCode')('copy')}
      </button>
    </div>
  )
}

/** Renders a table cell. HTML has no `align` any more, and the policy forbids inline styles. */
export function tableCell({ node, align, ...attributes }: WithNode<ComponentProps<'td'>>) {
  const Cell = node?.tagName === 'th' ? 'th' : 'td'
  return <Cell {...attributes} data-align={align} />
}
