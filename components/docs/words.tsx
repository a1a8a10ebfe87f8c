import type { ReactNode } from 'react'

/** Renders a line of an API description. It supports `code` and [links](https://…) only. */
export function Words({ children }: { children: string }) {
  const parts = children.split(/(`[^`]+`|\[[^[\]]+\]\([^()\s]+\))/)
  return <>{parts.map(dress)}</>
}

function dress(part: string, index: number): ReactNode {
  if (index % 2 === 0) return part
  if (part.startsWith('`')) return <code key={part + String(index)}>{part.slice(1, -1)}</code>
  const [, text, href] = /^\[([^[\]]+)\]\(([^()\s]+)\)$/.exec(part) ?? []
  return (
    <a key={part + String(index)} href={href}>
      {text}
    </a>
  )
}
