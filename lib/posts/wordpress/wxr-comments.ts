import type { ForeignComment } from '@/lib/posts/foreign-post'
import { htmlToMarkdown } from '@/lib/posts/from-html/html-to-markdown'
import { Losses } from '@/lib/posts/from-html/losses'
import { addParagraphs } from './add-paragraphs'
import { wxrDate } from './wxr-date'
import type { WxrItem } from './wxr-item'

/**
 * The comments of an item: those that were approved or wait for a verdict. Addresses of their authors are left behind: who
 * gave one there did not give it here.
 */
export function wxrComments({ comments }: WxrItem, losses: Losses): ForeignComment[] {
  return comments.flatMap((comment) => {
    const text = (name: string) => comment.get(`wp:comment_${name}`)?.trim() ?? ''
    const approved = text('approved')
    if (text('type') !== '' && text('type') !== 'comment') losses.note(`a ${text('type')} of another site`)
    else if (approved !== '1' && approved !== '0') losses.note('a comment that was spam or in the bin')
    else {
      if (text('author_email')) losses.note('the e-mail address of a comment’s author')
      if (text('author_url')) losses.note('the web address of a comment’s author')
      const content = htmlToMarkdown(addParagraphs(text('content')), new Losses()).trim()
      const createdAt = wxrDate(text('date_gmt')) ?? wxrDate(text('date')) ?? new Date()
      if (content === '') return []
      const parentId = text('parent') === '0' ? '' : text('parent')
      return [{ id: text('id'), parentId, authorName: text('author'), content, createdAt, isApproved: approved === '1' }]
    }
    return []
  })
}
