import { brokenComment, readXmlComments, tagLoss } from '@/lib/importers/comments/read-xml-comments'
import { commentRecord, lossRecord } from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  SourceRecord,
  SourceStatus,
} from '@/lib/importers/comments/source-record'
import { elementOf, textOf, utcTimeOf, type XmlRecord } from '@/lib/importers/xml/read-xml-records'

const format = { root: 'disqus', records: { thread: [], post: ['thread'] } }

/** Reads the XML export of Disqus. */
export const disqus: CommentReader = {
  format: 'disqus',
  detect: (text) => /<disqus\s[^<>]*=["']http:\/\/disqus\.com/.test(text),
  read: (file) =>
    readXmlComments(file, { system: 'Disqus', format }, (record) => [
      record.name === 'thread' ? convertThread(record) : convertPost(record),
    ]),
}

/** Returns the value of `dsq:id` under any namespace prefix. */
function idOf(element: { attributes: Record<string, string> } | undefined): string {
  const found = Object.entries(element?.attributes ?? {}).find(([name]) => /(?:^|:)id$/.test(name))
  return found?.[1].trim() ?? ''
}

const isTrue = (record: XmlRecord, path: string) => textOf(record, path) === 'true'

function statusOf(post: XmlRecord): SourceStatus {
  if (isTrue(post, 'isDeleted')) return 'deleted'
  if (isTrue(post, 'isSpam')) return 'spam'
  return textOf(post, 'isApproved') === 'false' ? 'pending' : 'published'
}

function convertThread(thread: XmlRecord): SourceRecord {
  const { place, problem } = thread
  if (problem !== undefined) return lossRecord('broken-record', place, problem, [])
  const page = {
    address: textOf(thread, 'link'),
    title: textOf(thread, 'title'),
    isClosed: isTrue(thread, 'isClosed'),
    isDeleted: isTrue(thread, 'isDeleted'),
    date: utcTimeOf(thread, 'createdAt'),
  }
  return { kind: 'page', id: idOf(thread), page }
}

function convertPost(post: XmlRecord): SourceRecord {
  const id = idOf(post)
  if (post.problem !== undefined) return brokenComment(post, id)
  return commentRecord(post.place, {
    id,
    parentId: idOf(elementOf(post, 'parent')),
    pageId: idOf(elementOf(post, 'thread')),
    status: statusOf(post),
    authorName: textOf(post, 'author/name'),
    authorEmail: textOf(post, 'author/email'),
    content: textOf(post, 'message'),
    markup: 'html',
    createdAt: utcTimeOf(post, 'createdAt'),
    anchor: id && `comment-${id}`,
    losses: tagLoss(post, 'message'),
  })
}
