import type { ReactNode } from 'react'

/** Renders `code`, **strong** text and [links](https://…) of an API description. */
export function InlineMarkdown({ children }: { children: string }) {
  const parts = children.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^[\]]+\]\([^()\s]+\))/)
  return <>{parts.map(renderPart)}</>
}

function renderPart(part: string, index: number): ReactNode {
  const key = `${index} ${part}`
  if (index % 2 === 0) return part
  if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>
  if (part.startsWith('*')) return <strong key={key}>{part.slice(2, -2)}</strong>
  const [, text, href] = /^\[([^[\]]+)\]\(([^()\s]+)\)$/.exec(part) ?? []
  return (
    <a key={key} href={href}>
      {text}
    </a>
  )
}

/** Renders the paragraphs of an API description. */
export function Paragraphs({ children }: { children: string }) {
  return children
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => (
      <p key={paragraph} className="api-more">
        <InlineMarkdown>{paragraph}</InlineMarkdown>
      </p>
    ))
}
