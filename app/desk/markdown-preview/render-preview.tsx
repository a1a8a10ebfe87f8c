import 'server-only'
import { LinkCard } from '@/components/link-previews/link-card'
import { toPageMarkup } from '@/lib/markdown/page-markup'
import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'
import { getLinkCards } from '@/lib/posts/get-link-cards'

/** The reading page's own rendering of a post as HTML, each block with the line of the Markdown on which it begins. */
export async function renderPreview(content: string): Promise<string> {
  const previews = await getLinkCards(content)
  const rendered = await renderPostMarkdown(
    content,
    (url) => {
      const preview = previews.get(url)
      return preview && <LinkCard preview={preview} href={url} />
    },
    { marksLines: true },
  )
  return toPageMarkup(rendered)
}
