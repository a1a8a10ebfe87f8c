import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'

/** Renders the Markdown of an API description. */
export const ApiText = async ({ children }: { children: string }) => (
  <div className="api-text">{await renderPostMarkdown(children, () => undefined)}</div>
)
