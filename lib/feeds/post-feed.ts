import { escapeXml } from '@/lib/markdown/escape-xml'
import { postFeedHtml } from '@/lib/markdown/write-feed-html'
import { commentFeedPath, commentsPath, postPath } from '@/lib/paths'
import { changedAt } from '@/lib/posts/post'
import type { FeedPost } from '@/lib/posts/reading/get-feed-posts'
import type { Blog } from '@/lib/settings/get-blog'
import { tagUri } from '@/lib/text/tag-uri'

/** The contents of a feed, independent of its format. */
export type PostFeed = {
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
export type FeedEntry = {
  id: string
  url: string
  title: string
  summary: string
  html: string
  tags: string[]
  publishedAt: Date
  updatedAt: Date
  /** The comments section of the post's page, the Atom feed of its comments, and their number. */
  comments: { url: string; feedUrl: string; count: number }
}

/**
 * Returns the post's text as HTML. If the text cannot be rendered, returns the summary and a link
 * to the post.
 */
async function htmlOf({ content, summary, cardTitles }: FeedPost, url: string): Promise<string> {
  const html = content === null ? undefined : await postFeedHtml(content, url, cardTitles)
  const link = escapeXml(url)
  return html ?? `<p>${escapeXml(summary)}</p>\n<p><a href="${link}">${link}</a></p>`
}

/**
 * Returns the post's title. A feed must not leave a title empty, so a title of only control
 * characters becomes the slug.
 */
function titleOf({ title, slug }: FeedPost): string {
  const visible = title.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return visible === '' ? slug : visible
}

/** Returns a post as a feed entry with its text rendered. */
export async function toFeedEntry(post: FeedPost, origin: string): Promise<FeedEntry> {
  const url = origin + postPath(post.slug)
  return {
    id: tagUri(origin, `post/${post.id}`),
    url,
    title: titleOf(post),
    summary: post.summary,
    html: await htmlOf(post, url),
    tags: post.tags,
    publishedAt: post.publishedAt,
    updatedAt: changedAt(post),
    comments: {
      url: origin + commentsPath(post.slug),
      feedUrl: origin + commentFeedPath(post.slug),
      count: post.comments,
    },
  }
}

/** Returns the time of the latest change in a feed; undefined if it has no posts. */
export function lastChange(entries: FeedEntry[]): Date | undefined {
  const last = Math.max(...entries.map(({ updatedAt }) => updatedAt.getTime()))
  return Number.isFinite(last) ? new Date(last) : undefined
}

/** Returns the title of a feed. */
export function feedTitle({ blog, tag }: Pick<PostFeed, 'blog' | 'tag'>): string {
  return tag === undefined ? blog.name : `${tag} · ${blog.name}`
}
