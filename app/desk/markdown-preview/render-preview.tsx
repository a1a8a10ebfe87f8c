import 'server-only'
import { linkCardsFrom } from '@/components/link-previews/link-cards-from'
import { toPageMarkup } from '@/lib/markdown/page-markup'
import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'
import { getLinkCards } from '@/lib/posts/get-link-cards'

/** The reading page's own rendering of a post as HTML, each block with the line of the Markdown on which it begins. */
export async function renderPreview(content: string): Promise<string> {
  const previews = await getLinkCards(content)
  return toPageMarkup(await renderPostMarkdown(content, linkCardsFrom(previews), { marksLines: true }))
}
