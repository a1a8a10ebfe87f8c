import 'server-only'
import { linkCardsFrom } from '@/components/link-previews/link-cards-from'
import { AppError } from '@/lib/errors'
import { toPageMarkup } from '@/lib/markdown/page-markup'
import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'

/** The reading page's own rendering of a post as HTML, each block with the line of the Markdown on which it begins. */
export async function renderPreview(content: string): Promise<string> {
  return toPageMarkup(
    await renderPostMarkdown(content, linkCardsFrom(await findCards(content)), {
      marksLines: true,
    }),
  )
}

/** None where the post cannot be parsed: it is then shown as its source, and refused when it is to be saved. */
async function findCards(content: string): ReturnType<typeof getLinkCards> {
  try {
    return await getLinkCards(content)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-parameters') return new Map()
    throw error
  }
}
