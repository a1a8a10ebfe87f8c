import { writeFeedHtml } from '@/lib/markdown/write-feed-html'
import { commentFeedPath, commentsPath, postPath } from '@/lib/paths'
import { changedAt } from '@/lib/posts/reading/changed-at'
import type { FeedPost } from '@/lib/posts/reading/get-feed-posts'
import type { Blog } from '@/lib/settings/get-blog'
import { tagUri } from '@/lib/text/tag-uri'

/** What every format of a feed says, each in its own words. */
export type PostFeed = {
  blog: Blog
  /** Where the blog is read. All URLs in a feed are absolute. */
  origin: string
  /** Where the feed is read, beneath the origin. */
  path: string
  /** Where people read the same. */
  home: string
  /** The tag its posts have; without it, it is of all posts. */
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
  /** The part of the post's page that shows its comments, their Atom feed, and their number. */
  comments: { url: string; feedUrl: string; count: number }
}

/** The post's text; where there is no showing it, its summary and the way to it. */
async function htmlOf(post: FeedPost, url: string): Promise<string> {
  const html =
    post.content === null
      ? undefined
      : await writeFeedHtml(post.content, { base: url, titles: post.cardTitles })
  return (
    html ??
    (await writeFeedHtml(`${post.summary}\n\n[${url}](${url})`, {
      base: url,
      titles: new Map(),
    })) ??
    ''
  )
}

/** A feed may not leave a title empty: one that is nothing but control characters is named by its address. */
function titleOf({ title, slug }: FeedPost): string {
  const visible = title.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return visible === '' ? slug : visible
}

/** A post of a feed, its text rendered. */
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

/** When something in a feed last changed; undefined where it has no posts. */
export function lastChange(entries: FeedEntry[]): Date | undefined {
  const last = Math.max(...entries.map(({ updatedAt }) => updatedAt.getTime()))
  return Number.isFinite(last) ? new Date(last) : undefined
}

/** What a feed is called. */
export function feedTitle({ blog, tag }: Pick<PostFeed, 'blog' | 'tag'>): string {
  return tag === undefined ? blog.name : `${tag} · ${blog.name}`
}
