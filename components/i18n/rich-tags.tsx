import type { ReactNode } from 'react'

/** The tags that many messages use: `t.rich('key', { ...richTags, name })`. */
export const richTags = {
  bdi: (chunks: ReactNode) => <bdi>{chunks}</bdi>,
  /** For screen readers only. */
  hidden: (chunks: ReactNode) => <span className="sr-only">{chunks}</span>,
}
