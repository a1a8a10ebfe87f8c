import { z } from 'zod'
import { linkCardsFrom } from '@/components/link-previews/post-cards'
import { requireRole } from '@/lib/auth/actor'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { readBody } from '@/lib/http/read-body'
import { toPageMarkup } from '@/lib/markdown/page-markup'
import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'
import { postBodyBytesMax } from '@/lib/posts/editing/edited-post'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'

/**
 * Returns a post as its page will show it, with the first Markdown line of each block. It writes
 * nothing and fetches no link: cards are shown for links with a stored preview.
 */
export const POST = adminEndpoint(async ({ request, actor }) => {
  requireRole(actor, 'writer')
  const { content } = parseFields(
    z.object({ content: z.string() }),
    (await readBody(request, postBodyBytesMax)).fields,
  )
  const cards = linkCardsFrom(await getLinkCards(content))
  return {
    html: await toPageMarkup(await renderPostMarkdown(content, cards, { marksLines: true })),
  }
})
