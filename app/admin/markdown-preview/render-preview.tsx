import 'server-only'
import { linkCardsFrom } from '@/components/link-previews/link-card'
import { AppError } from '@/lib/errors'
import { toPageMarkup } from '@/lib/markdown/page-markup'
import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'

/** Renders a post to HTML as its page does and marks each block with its first Markdown line. */
export async function renderPreview(content: string): Promise<string> {
  return toPageMarkup(
    await renderPostMarkdown(content, linkCardsFrom(await findCards(content)), {
      marksLines: true,
    }),
  )
}

/**
 * Undefined if the post cannot be parsed. The preview then shows the source, and saving is refused.
 */
async function findCards(content: string): ReturnType<typeof getLinkCards> {
  try {
    return await getLinkCards(content)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-parameters') return new Map()
    throw error
  }
}
