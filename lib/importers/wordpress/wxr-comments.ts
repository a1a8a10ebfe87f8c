import { htmlToMarkdown } from '@/lib/importers/html/html-to-markdown'
import { Losses } from '@/lib/importers/html/losses'
import type { ForeignComment } from '@/lib/importers/imported-post'
import { addParagraphs } from './add-paragraphs'
import { wxrDate } from './wxr-date'
import type { WxrItem } from './wxr-item'

type Source = {
  /** Of the post: what is lost with comments that are left behind. */
  losses: Losses
  /** The date of a comment without one. */
  publishedAt: Date
  /** Makes of addresses in a comment what they are here. */
  rewriter: (losses: Losses) => (address: string) => string
}

/** One comment; undefined if it has no text. */
function toComment(
  text: (name: string) => string,
  { losses, publishedAt, rewriter }: Source,
): ForeignComment | undefined {
  const own = new Losses()
  const html = addParagraphs(text('content'))
  const content = htmlToMarkdown(html, own, rewriter(own), 'comment').trim()
  if (content === '') {
    losses.note('a comment without text')
    return undefined
  }
  if (text('author_email')) own.note('the e-mail address of a comment’s author')
  if (text('author_url')) own.note('the web address of a comment’s author')
  const createdAt = wxrDate(text('date_gmt')) ?? wxrDate(text('date'))
  if (!createdAt) own.note('a comment had no date: it has that of the post')
  return {
    id: text('id'),
    parentId: text('parent') === '0' ? '' : text('parent'),
    authorName: text('author'),
    content,
    createdAt: createdAt ?? publishedAt,
    isApproved: text('approved') === '1',
    lost: own.list(),
  }
}

/**
 * The comments of an item: those that were approved or wait for a verdict. Addresses of their authors are left behind: they
 * gave them to the other blog alone.
 */
export function wxrComments({ comments }: WxrItem, source: Source): ForeignComment[] {
  const { losses } = source
  return comments.flatMap((comment) => {
    const text = (name: string) => comment.get(`wp:comment_${name}`)?.trim() ?? ''
    const approved = text('approved')
    if (text('type') !== '' && text('type') !== 'comment')
      losses.note(`a ${text('type')} of another site`)
    else if (approved !== '1' && approved !== '0')
      losses.note('a comment that was spam or in the bin')
    else return toComment(text, source) ?? []
    return []
  })
}
