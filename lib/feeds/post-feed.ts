import 'server-only'
import { siteOrigin } from '@/lib/env'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { postFeedHtml } from '@/lib/markdown/write-feed-html'
import { commentFeedPath, postPath } from '@/lib/paths'
import { changedAt } from '@/lib/posts/post'
import type { FeedPost } from '@/lib/posts/reading/get-feed-posts'
import { type Blog, getBlog, inBlogLanguage } from '@/lib/settings/get-blog'
import { tagUri } from '@/lib/text/tag-uri'
import { threadCommentsPath } from '@/lib/threads/thread-paths'
import { atomMediaType, writeAtom, writeAtomEntry } from './atom'

/** The contents of a feed, independent of its format. */
type PostFeed = {
  blog: Blog
  /** The origin of the blog. All URLs in a feed are absolute. */
  origin: string
  /** The path of the feed, relative to the origin. */
  path: string
  /** The path of the HTML page that lists the same posts. */
  home: string
  /** The tag that all posts of the feed have. If it is missing, the feed covers all posts. */
  tag?: string
  entries: FeedEntry[]
}

/** A post as an entry of a feed. */
type FeedEntry = Awaited<ReturnType<typeof toFeedEntry>>

/**
 * Returns the post's text as HTML. If the text cannot be rendered, returns the summary and a link
 * to the post.
 */
async function htmlOf({ content, summary, cardTitles }: FeedPost, url: string): Promise<string> {
  const html = content === null ? undefined : await postFeedHtml(content, url, cardTitles)
  const link = escapeXml(url)
  return html ?? `<p>${escapeXml(summary)}</p>\n<p><a href="${link}">${link}</a></p>`
}

/** Returns posts as the contents of a feed, with messages in the language of the blog. */
export async function toFeed(posts: FeedPost[]) {
  const origin = siteOrigin()
  const [blog, entries] = await Promise.all([
    getBlog(),
    inBlogLanguage(() => Promise.all(posts.map((post) => toFeedEntry(post, origin)))),
  ])
  return { blog, origin, entries }
}

/** Returns a post as a feed entry with its text rendered. */
async function toFeedEntry(post: FeedPost, origin: string) {
  const { slug, summary, tags, publishedAt } = post
  const url = origin + postPath(slug)
  return {
    id: tagUri(origin, `post/${post.id}`),
    url,
    // A title in a feed must not be empty, and a post's title may consist of control characters.
    title: post.title.replaceAll(/\p{Cc}+/gu, ' ').trim() || slug,
    summary,
    html: await htmlOf(post, url),
    tags,
    author: post.author,
    publishedAt,
    updatedAt: changedAt(post),
    /** The comments section of the post's page, the Atom feed of its comments, and their number. */
    comments: {
      url: origin + threadCommentsPath(slug),
      feedUrl: origin + commentFeedPath(slug),
      count: post.comments,
    },
  }
}

/** Returns the time of the latest change in a feed; undefined if it has no posts. */
export function lastChange(entries: FeedEntry[]): Date | undefined {
  const last = Math.max(...entries.map(({ updatedAt }) => updatedAt.getTime()))
  return Number.isFinite(last) ? new Date(last) : undefined
}

const titleOf = ({ blog, tag }: PostFeed) =>
  tag === undefined ? blog.name : `${tag} · ${blog.name}`

/** Writes an XML element on its own line, indented; nothing if its text is empty. */
const optional = (name: string, text: string) =>
  text === '' ? '' : `    <${name}>${escapeXml(text)}</${name}>\n`

/** Writes posts as Atom (RFC 4287), with links to their comments (RFC 4685). */
export function writeAtomFeed(feed: PostFeed): string {
  const { blog, origin, entries } = feed
  return writeAtom(
    {
      id: tagUri(origin, 'posts'),
      title: titleOf(feed),
      language: blog.language,
      updatedAt: lastChange(entries) ?? new Date(0),
      url: origin + feed.path,
      home: origin + feed.home,
    },
    entries.map((entry) => writeAtomEntry(entry, atomDetails(entry))),
    atomAuthor(blog.author || blog.name) + optional('subtitle', blog.description),
  )
}

const atomAuthor = (name: string) =>
  name === '' ? '' : `    <author><name>${escapeXml(name)}</name></author>\n`

function atomDetails({ summary, tags, author, comments }: FeedEntry): string {
  const replies = `thr:count="${comments.count}"`
  const categories = tags.map((tag) => `    <category term="${escapeXml(tag)}"/>\n`).join('')
  return `    <link rel="replies" type="text/html" href="${escapeXml(comments.url)}" ${replies}/>
    <link rel="replies" type="${atomMediaType}" href="${escapeXml(comments.feedUrl)}" ${replies}/>
    <thr:total>${comments.count}</thr:total>
${atomAuthor(author)}${categories}${optional('summary', summary)}`
}

/** Writes posts as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function writeJsonFeed(feed: PostFeed): string {
  const { blog, origin, path, home, entries } = feed
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(feed),
    home_page_url: origin + home,
    feed_url: origin + path,
    ...(blog.description !== '' && { description: blog.description }),
    language: blog.language,
    authors: [{ name: blog.author || blog.name }],
    items: entries.map(({ id, url, title, summary, html, tags, author, ...dates }) => ({
      id,
      url,
      title,
      ...(summary !== '' && { summary }),
      content_html: html,
      date_published: dates.publishedAt.toISOString(),
      date_modified: dates.updatedAt.toISOString(),
      ...(author !== '' && { authors: [{ name: author }] }),
      ...(tags.length > 0 && { tags }),
    })),
  })
}

/** The XML namespaces of the RSS modules that the feed uses. */
const rssNamespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:slash="http://purl.org/rss/1.0/modules/slash/"',
  'xmlns:wfw="http://wellformedweb.org/CommentAPI/"',
].join(' ')

/**
 * Writes posts as RSS 2.0 (https://www.rssboard.org/rss-specification). Uses the modules that feed
 * readers support for what RSS lacks: the full text, the author, the last change, and the number
 * and the feed of the comments. Dates have the zone `GMT`, which all feed readers know.
 */
export function writeRssFeed(feed: PostFeed): string {
  const { blog, origin, path, home, entries } = feed
  const changed = lastChange(entries)?.toUTCString() ?? ''
  const items = entries.map((entry) => writeItem(entry, entry.author || blog.author))
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" ${rssNamespaces}>
<channel>
  <title>${escapeXml(titleOf(feed))}</title>
  <link>${escapeXml(origin + home)}</link>
  <description>${escapeXml(blog.description || blog.name)}</description>
  <language>${escapeXml(blog.language)}</language>
  <atom:link rel="self" type="application/rss+xml" href="${escapeXml(origin + path)}"/>
${optional('lastBuildDate', changed)}${items.join('')}</channel>
</rss>
`
}

function writeItem(entry: FeedEntry, author: string): string {
  const { comments } = entry
  const details = [
    optional('dc:creator', author),
    ...entry.tags.map((tag) => optional('category', tag)),
    optional('description', entry.summary),
    optional('content:encoded', entry.html),
  ]
  return `  <item>
    <title>${escapeXml(entry.title)}</title>
    <link>${escapeXml(entry.url)}</link>
    <guid isPermaLink="false">${escapeXml(entry.id)}</guid>
    <pubDate>${entry.publishedAt.toUTCString()}</pubDate>
    <atom:updated>${entry.updatedAt.toISOString()}</atom:updated>
    <comments>${escapeXml(comments.url)}</comments>
    <wfw:commentRss>${escapeXml(comments.feedUrl)}</wfw:commentRss>
    <slash:comments>${comments.count}</slash:comments>
${details.join('')}  </item>
`
}
