import { readJson, recordPaths } from '@/lib/importers/comments/read-json'
import {
  contactOf,
  type Fields,
  hasKeys,
  isSet,
  parentIdOf,
  SourcePages,
  textOf,
  timeOf,
  voteCountOf,
} from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  ReadOptions,
  SourceComment,
  SourceFile,
  SourceRecord,
} from '@/lib/importers/comments/source-record'
import { parseUrl } from '@/lib/text/parse-url'
import { isLocalOrigin } from '@/lib/threads/site'

/** Reads Artrans, the export format of Artalk (`internal/entity/artran.go` in ArtalkJS/Artalk). */
export const artalk: CommentReader = {
  format: 'artalk',
  detect: ({ text }) => /^[[{]/.test(text) && hasKeys(text, 'page_key', 'content', 'nick'),
  read,
}

async function* read(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceRecord> {
  const pages = new SourcePages()
  for await (const element of readJson(file, recordPaths)) {
    if (element.kind === 'loss') yield element
    else {
      const { fields, place } = element
      const comment = commentOf(fields, place, options)
      const isClosed = isSet(fields.page_admin_only)
      yield* pages.describe(comment.pageId, textOf(fields.page_title), isClosed)
      yield { kind: 'comment', comment }
    }
  }
}

function commentOf(fields: Fields, place: string, options: ReadOptions): SourceComment {
  const id = textOf(fields.id)
  // Version 1 calls the time `date`.
  const created = timeOf(textOf(fields.created_at) || fields.date, options.timeZone)
  return {
    id,
    parentId: parentIdOf(fields.rid),
    pageId: addressOf(fields, options.site),
    place,
    status: isSet(fields.is_pending) ? 'pending' : 'published',
    authorName: textOf(fields.nick),
    ...contactOf(fields.email, fields.link),
    content: textOf(fields.content),
    markup: 'markdown',
    createdAt: created.date,
    isPinned: isSet(fields.is_pinned),
    votes: {
      up: voteCountOf(fields.vote_up),
      down: voteCountOf(fields.vote_down),
    },
    ...(id && { anchor: `atk-comment-${id}` }),
    losses: [...created.losses, ...(isSet(fields.is_collapsed) ? (['collapsed'] as const) : [])],
  }
}

/**
 * Returns the URL of a page, since a file can contain several sites, or its path if the file does
 * not name the site.
 * @param host the host to prefer if the site has several
 */
function addressOf(fields: Fields, host: string | undefined): string {
  const key = textOf(fields.page_key)
  const sites = textOf(fields.site_urls)
    .split(',')
    .map((url) => parseUrl(url.trim()))
    .filter((url) => url !== undefined && !isLocalOrigin(url.origin))
  const site = sites.find((url) => url?.host === host) ?? sites[0]
  return (key !== '' && site && parseUrl(key, site)?.href) || key
}
