import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'

/** Renders the Markdown of an API description, which is in English. */
export const ApiText = async ({ children }: { children: string }) => (
  <div className="api-text" lang="en" dir="ltr">
    {await renderPostMarkdown(children, () => undefined)}
  </div>
)
