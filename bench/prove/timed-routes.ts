import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { TimedBlog } from './timed-blog'

type Addresses = (blog: TimedBlog) => string[]

/** Asks the database for nothing that grows, or writes: the writes are timed by themselves. */
const none: Addresses = () => []
const itself = (...folders: string[]): Record<string, Addresses> => Object.fromEntries(folders.map((folder) => [folder, () => [folder]]))

/** By its folder in `app`: at which addresses each page and route is timed. */
const byFolder: Record<string, Addresses> = {
  ...itself('/api/comment-stamp', '/api/health', '/api/openapi.yaml', '/docs/api', '/docs/errors'),
  ...itself('/privacy', '/privacy/your-data', '/privacy/your-data/erased', '/privacy/your-data/sent'),
  ...itself('/desk', '/desk/account', '/desk/blocks', '/desk/comments', '/desk/comments/news', '/desk/images', '/desk/people'),
  ...itself('/desk/posts', '/desk/readers', '/desk/reports', '/desk/settings', '/desk/stats', '/desk/stats/download', '/desk/stats/live'),
  '/api/[[...rest]]': none,
  '/api/badge/[file]': ({ slug }) => [`/api/badge/${slug}.svg`],
  '/api/comments': ({ slug, large }) => [
    `/api/comments?slug=${slug}`,
    `/api/comments?slug=${large.slug}`,
    `/api/comments?slug=${large.slug}&cursor=${large.cursor}`,
  ],
  '/api/comments/[id]': none,
  '/api/comments/[id]/report': none,
  '/api/csp-reports': none,
  // A picture of another site, which is asked for it.
  '/api/og-image': none,
  '/api/og-metadata': ({ card }) => [`/api/og-metadata?url=${encodeURIComponent(card)}`],
  '/api/search': () => ['/api/search?q=thread'],
  '/api/unsubscribe': none,
  '/api/verify-address': none,
  '/api/views': ({ slug }) => [`/api/views?slug=${slug}`],
  '/archive/[[...year]]': () => ['/archive'],
  '/comments/[id]': ({ large }) => [`/comments/${large.middle}`],
  '/comments/[id]/report': ({ large }) => [`/comments/${large.middle}/report`],
  '/comments/[id]/report/thanks': ({ large }) => [`/comments/${large.middle}/report/thanks`],
  '/comments/yours': none,
  '/desk/[...rest]': none,
  '/desk/forgotten': none,
  '/desk/images/upload': none,
  '/desk/images/upload/to-store': none,
  '/desk/images/upload/to-store/[id]': none,
  '/desk/link-preview': ({ card }) => [`/desk/link-preview?url=${encodeURIComponent(card)}`],
  '/desk/markdown-preview': none,
  '/desk/posts/[id]': ({ large }) => [`/desk/posts/${large.postId}`],
  '/desk/posts/[id]/draft': none,
  '/desk/posts/[id]/history': ({ large }) => [`/desk/posts/${large.postId}/history`],
  '/desk/reset/[token]': none,
  '/desk/sign-in': none,
  '/feeds/[feed]': () => ['/feed.xml', '/atom.xml', '/feed.json', '/comments.xml'],
  // What a large blog has in parts is timed beside the one file of a small one.
  '/files/[file]': () => ['/sitemap.xml', '/llms.txt', '/opensearch.xml'],
  '/images/[name]': none,
  '/invitations/[token]': none,
  '/mail-links/unsubscribe': none,
  '/mail-links/verify': none,
  '/manifest.webmanifest/[[...none]]': () => ['/manifest.webmanifest'],
  '/opengraph-image/[[...none]]': () => ['/opengraph-image'],
  '/page/[number]': () => ['/'],
  '/posts/[slug]': ({ slug, large }) => [`/posts/${slug}`, `/posts/${large.slug}`],
  '/posts/[slug]/comments.xml': ({ slug }) => [`/posts/${slug}/comments.xml`],
  '/posts/[slug]/comments/[id]': ({ large }) => [`/posts/${large.slug}/comments/${large.thread}`],
  '/posts/[slug]/comments/[id]/after/[reply]': ({ large }) => [`/posts/${large.slug}/comments/${large.thread}/after/${large.reply}`],
  '/posts/[slug]/comments/[id]/reply': ({ large }) => [`/posts/${large.slug}/comments/${large.middle}/reply`],
  '/posts/[slug]/comments/after/[id]': ({ large }) => [`/posts/${large.slug}/comments/after/${large.middle}`],
  '/posts/[slug]/comments/before/[id]': ({ large }) => [`/posts/${large.slug}/comments/before/${large.middle}`],
  '/posts/[slug]/comments/newest': ({ large }) => [`/posts/${large.slug}/comments/newest`],
  '/posts/[slug]/markdown': ({ slug }) => [`/posts/${slug}.md`],
  '/posts/[slug]/opengraph-image': ({ slug }) => [`/posts/${slug}/opengraph-image`],
  '/preview/[key]': none,
  '/privacy/your-data/[ticket]': none,
  '/privacy/your-data/[ticket]/download': none,
  '/privacy/your-data/[ticket]/erase': none,
  '/privacy/your-data/by-address': none,
  '/search': () => ['/search?q=thread'],
  '/tags/[[...none]]': () => ['/tags'],
  '/tags/[tag]': ({ tag }) => [`/tags/${tag}`],
  '/tags/[tag]/feed.xml': ({ tag }) => [`/tags/${tag}/feed.xml`],
  // The examples have no second page of a tag.
  '/tags/[tag]/page/[number]': none,
}

/** All of them by their names, which are the same in every run: a cursor has a time in it. */
export function timedReads(blog: TimedBlog): Map<string, string> {
  const addresses = Object.values(byFolder).flatMap((addressesOf) => addressesOf(blog))
  return new Map(addresses.map((address) => [address.replace(/cursor=.*/, 'cursor=…'), address]))
}

/** Pages and routes of the checkout for which nothing is said above. Timers are none that anybody waits for. */
export function findUntimed(checkout: string): string[] {
  return readdirSync(path.join(checkout, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:page|route)\.tsx?$/.test(path.basename(file)))
    .map((file) => path.posix.join('/', path.dirname(file)))
    .filter((folder) => !folder.startsWith('/api/cron/') && !Object.hasOwn(byFolder, folder))
}
