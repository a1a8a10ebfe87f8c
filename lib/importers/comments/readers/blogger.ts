import { brokenComment, readXmlComments, tagLoss } from '@/lib/importers/comments/read-xml-comments'
import { commentRecord } from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  SourceRecord,
  SourceStatus,
} from '@/lib/importers/comments/source-record'
import { elementOf, textOf, utcTimeOf, type XmlRecord } from '@/lib/importers/xml/read-xml-records'

/** The feed of Takeout has elements named `blogger:…`, the older one has `thr:in-reply-to`. */
const format = { root: 'feed', records: { entry: [] } }

/** The states of Blogger's API. The older feed has none. */
const statuses = new Map<string, SourceStatus>([
  ['', 'published'],
  ['live', 'published'],
  ['pending', 'pending'],
  ['spam', 'spam'],
  ['emptied', 'deleted'],
])

/** The text that Blogger shows instead of a removed comment. */
const removedText = /^This comment has been removed by (?:the author|a blog administrator)\.$/

/** Returns the kind of an entry, such as `comment`, `post`, `page` or `settings`. */
function kindOf(entry: XmlRecord): string {
  const type = textOf(entry, 'blogger:type').toLowerCase()
  if (type) return type
  for (const { path, attributes } of entry.elements) {
    const kind = /\/kind#(\w+)$/.exec(attributes.term ?? '')?.[1]
    if (path === 'category' && kind) return kind
  }
  return elementOf(entry, 'thr:in-reply-to') ? 'comment' : ''
}

/** Returns the address of the entry's link with a relation such as `alternate`. */
const linkOf = ({ elements }: XmlRecord, rel: string) =>
  elements.find(({ path, attributes }) => path === 'link' && attributes.rel === rel)?.attributes
    .href ?? ''

const isTrashed = (entry: XmlRecord) => textOf(entry, 'blogger:trashed') !== ''

function isRemoved(entry: XmlRecord): boolean {
  const isMarked = entry.elements.some(
    ({ attributes }) => attributes.name === 'blogger.contentRemoved',
  )
  return isMarked || isTrashed(entry) || removedText.test(textOf(entry, 'content'))
}

/** Returns the id of the comment that a comment replies to; empty for a top-level comment. */
function parentOf(entry: XmlRecord): string {
  // The older feed links to it: `…/comments/default/NUMBER`. Ids end with the same number.
  const number = /\/comments\/default\/(\d+)$/.exec(linkOf(entry, 'related'))?.[1]
  const linked = number ? textOf(entry, 'id').replace(/(?<!\d)\d+$/, number) : ''
  return textOf(entry, 'blogger:inReplyTo') || linked
}

function convertPost(post: XmlRecord): SourceRecord {
  const page = {
    address: linkOf(post, 'alternate') || textOf(post, 'blogger:filename'),
    title: textOf(post, 'title'),
    isDeleted: isTrashed(post),
    date: utcTimeOf(post, 'published'),
  }
  return { kind: 'page', id: textOf(post, 'id'), page }
}

function convertComment(entry: XmlRecord, pageId: string): SourceRecord {
  const id = textOf(entry, 'id')
  const number = /(?<!\d)\d+$/.exec(id)?.[0]
  return commentRecord(entry.place, {
    id,
    parentId: parentOf(entry),
    pageId,
    status: isRemoved(entry)
      ? 'deleted'
      : statuses.get(textOf(entry, 'blogger:status').toLowerCase()),
    authorName: textOf(entry, 'author/name'),
    authorEmail: textOf(entry, 'author/email'),
    authorUrl: textOf(entry, 'author/uri'),
    content: textOf(entry, 'content'),
    markup: 'html',
    createdAt: utcTimeOf(entry, 'published'),
    anchor: number && `c${number}`,
    losses: tagLoss(entry, 'content'),
  })
}

/** Reads the feed that Blogger and Google Takeout export. */
export const blogger: CommentReader = {
  format: 'blogger',
  detect: (text) =>
    /<feed\s[^<>]*=["']http:\/\/www\.w3\.org\/2005\/Atom["']/.test(text) &&
    /tag:blogger\.com,1999:|schemas\.google\.com\/blogger\//.test(text),
  read: (file) => {
    const pages = new Set<string>()
    return readXmlComments(file, { system: 'Blogger', format }, (entry) => {
      const id = textOf(entry, 'id')
      if (entry.problem !== undefined) return [brokenComment(entry, id)]
      const kind = kindOf(entry)
      if (kind === 'post' || kind === 'page') {
        pages.add(id)
        return [convertPost(entry)]
      }
      if (kind !== 'comment') return []
      const { ref, href: address = '' } = elementOf(entry, 'thr:in-reply-to')?.attributes ?? {}
      const pageId = textOf(entry, 'blogger:parent') || (ref ?? address)
      const comment = convertComment(entry, pageId)
      // A feed may contain comments without their posts.
      if (address === '' || pages.has(pageId)) return [comment]
      pages.add(pageId)
      return [{ kind: 'page', id: pageId, page: { address } }, comment]
    })
  },
}
