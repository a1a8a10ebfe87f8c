import { readJsonRows, recordPaths } from '@/lib/importers/comments/read-json'
import {
  type CommentFacts,
  hasKeys,
  type Row,
  withPage,
} from '@/lib/importers/comments/source-fields'
import type { CommentReader } from '@/lib/importers/comments/source-record'
import { parseUrl } from '@/lib/text/parse-url'
import { isLocalOrigin } from '@/lib/threads/site'

/** Reads Artrans, the export format of Artalk (`internal/entity/artran.go` in ArtalkJS/Artalk). */
export const artalk: CommentReader = {
  format: 'artalk',
  detect: (text) => /^[[{]/.test(text) && hasKeys(text, 'page_key', 'content', 'nick'),
  read: (file, options) =>
    readJsonRows(file, recordPaths, options, (row) => {
      const id = row.text('id')
      const facts: CommentFacts = {
        id,
        parentId: row.text('rid'),
        pageId: addressOf(row),
        status: row.isSet('is_pending') ? 'pending' : 'published',
        authorName: row.text('nick'),
        authorEmail: row.text('email'),
        authorUrl: row.text('link'),
        content: row.text('content'),
        markup: 'markdown',
        // Version 1 calls the time `date`.
        createdAt: row.time('created_at', 'date'),
        isPinned: row.isSet('is_pinned'),
        votes: { up: row.votes('vote_up'), down: row.votes('vote_down') },
        anchor: id && `atk-comment-${id}`,
        losses: row.isSet('is_collapsed') ? ['collapsed'] : [],
      }
      return withPage(row, facts, {
        title: row.text('page_title'),
        isClosed: row.isSet('page_admin_only'),
      })
    }),
}

/**
 * Returns the URL of a page, since a file can contain several sites, or its path if the file does
 * not name the site. Prefers the host of `--site` if the site has several.
 */
function addressOf(row: Row): string {
  const key = row.text('page_key')
  const sites = row
    .text('site_urls')
    .split(',')
    .map((url) => parseUrl(url.trim()))
    .filter((url) => url !== undefined && !isLocalOrigin(url.origin))
  const site = sites.find((url) => url?.host === row.options.site) ?? sites[0]
  return (key !== '' && site && parseUrl(key, site)?.href) || key
}
