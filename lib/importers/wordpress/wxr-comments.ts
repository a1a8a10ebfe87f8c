import { htmlToMarkdown } from '@/lib/importers/html/html-to-markdown'
import type { ForeignComment } from '@/lib/importers/imported-post'
import { Losses } from '@/lib/importers/imported-post'
import { addParagraphs } from './add-paragraphs'
import type { WxrItem } from './read-wxr-items'
import { wxrDate } from './read-wxr-items'

type Source = {
  /** Records the losses of the post, including skipped comments. */
  losses: Losses
  /** The date of a comment without one. */
  publishedAt: Date
  /** Makes a function that rewrites URLs in a comment. */
  rewriter: (losses: Losses) => (address: string) => string
}

/** Converts a comment; returns undefined if it has no text. */
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
  if (!createdAt) own.note('a comment had no date: the date of the post is used')
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
 * Returns the approved and pending comments of an item. Addresses of their authors are not
 * imported, since they were given to the other blog only.
 */
export function wxrComments({ comments }: WxrItem, source: Source): ForeignComment[] {
  const { losses } = source
  return comments.flatMap((comment) => {
    const text = (name: string) => comment.get(`wp:comment_${name}`)?.trim() ?? ''
    const approved = text('approved')
    if (text('type') !== '' && text('type') !== 'comment')
      losses.note(`a ${text('type')} from another site`)
    else if (approved !== '1' && approved !== '0')
      losses.note('a comment that was spam or in the trash')
    else return toComment(text, source) ?? []
    return []
  })
}
