import { importErrorText } from '@/lib/i18n/error-text'
import { brokenComment, readXmlComments, tagLoss } from '@/lib/importers/comments/read-xml-comments'
import { commentRecord, lossRecord } from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  LossReason,
  SourceRecord,
  SourceStatus,
} from '@/lib/importers/comments/source-record'
import { parseSourceTime } from '@/lib/importers/comments/source-time'
import { addParagraphs } from '@/lib/importers/wordpress/add-paragraphs'
import { decodeSlug } from '@/lib/importers/wordpress/read-wxr-posts'
import { textOf, utcTimeOf, type XmlRecord } from '@/lib/importers/xml/read-xml-records'

const format = { root: 'rss', records: { item: [], 'wp:comment': [] } }

/** Reads a WordPress export (WXR), and the variant that Disqus imports. */
export const wordpress: CommentReader = {
  format: 'wordpress',
  detect: (text) => /<rss\s[^<>]*=["']https?:\/\/wordpress\.org\/export\//.test(text),
  read: (file, { timeZone }) => {
    let last: XmlRecord | undefined
    return readXmlComments(file, { system: 'WordPress', format }, (record) => {
      if (record.name === 'item') return []
      const item = itemOf(record)
      if (!item) return [brokenComment({ ...record, problem: importErrorText('damaged') }, '')]
      // Skips items without comments. The other elements of an item precede its comments.
      const page = item === last ? [] : [convertItem(item)]
      last = item
      return [...page, convertComment(record, item, timeZone)]
    })
  },
}

const statuses = new Map<string, SourceStatus>([
  ['1', 'published'],
  ['0', 'pending'],
  ['spam', 'spam'],
  ['trash', 'deleted'],
  ['post-trashed', 'deleted'],
])

/** Returns the item that contains a comment, even if an end tag between them is missing. */
function itemOf({ parent }: XmlRecord): XmlRecord | undefined {
  return parent === undefined || parent.name === 'item' ? parent : itemOf(parent)
}

const pageIdOf = (item: XmlRecord) =>
  textOf(item, 'wp:post_id') || textOf(item, 'link') || item.place

/**
 * Returns the time of a comment. If only the blog's local time is stored, derives its UTC offset
 * from the times of the post.
 */
function timeOf(
  comment: XmlRecord,
  item: XmlRecord,
  timeZone: string,
): { date: Date | undefined; losses: LossReason[] } {
  const date = utcTimeOf(comment, 'wp:comment_date_gmt')
  if (date) return { date, losses: [] }
  const local = utcTimeOf(comment, 'wp:comment_date')
  const postLocal = utcTimeOf(item, 'wp:post_date')
  const postUtc = utcTimeOf(item, 'wp:post_date_gmt')
  if (!local || !postLocal || !postUtc)
    return parseSourceTime(textOf(comment, 'wp:comment_date'), timeZone)
  const offset = postLocal.getTime() - postUtc.getTime()
  return { date: new Date(local.getTime() - offset), losses: ['time-guessed'] }
}

/** WordPress shows comments only where it shows the text of their post. */
const isPrivate = (item: XmlRecord) =>
  textOf(item, 'wp:status') === 'private' || textOf(item, 'wp:post_password') !== ''

function convertItem(item: XmlRecord): SourceRecord {
  const address = textOf(item, 'link')
  const slug = decodeSlug(textOf(item, 'wp:post_name'))
  const page = {
    address,
    // A link such as `/?p=3` has the path of the home page, so the slug identifies the page.
    ...(slug && /\?(?:p|page_id)=\d+$/.test(address) && { slug }),
    title: textOf(item, 'title'),
    ...(isPrivate(item) && { isPrivate: true }),
    isClosed: textOf(item, 'wp:comment_status') === 'closed',
    date: utcTimeOf(item, 'wp:post_date_gmt') ?? utcTimeOf(item, 'wp:post_date'),
  }
  return { kind: 'page', id: pageIdOf(item), page }
}

function convertComment(comment: XmlRecord, item: XmlRecord, timeZone: string): SourceRecord {
  const text = (name: string) => textOf(comment, `wp:comment_${name}`)
  const { place, problem } = comment
  const id = text('id')
  const type = text('type')
  if (problem !== undefined) return brokenComment(comment, id)
  if (type !== '' && type !== 'comment')
    return lossRecord('not-a-comment', place, type, [id || place])
  return commentRecord(place, {
    id,
    parentId: text('parent'),
    pageId: pageIdOf(item),
    status: statuses.get(text('approved')),
    authorName: text('author'),
    authorEmail: text('author_email'),
    authorUrl: text('author_url'),
    content: addParagraphs(text('content')),
    markup: 'html',
    createdAt: timeOf(comment, item, timeZone),
    anchor: id && `comment-${id}`,
    losses: tagLoss(comment, 'wp:comment_content'),
  })
}
