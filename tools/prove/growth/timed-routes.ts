import { listPages, listRouteMethods } from '@/test/authorisation/server-actions'
import { type MiddleSample, middlePlaceholders } from './middle-sample'
import { manyTag, rareWord } from './post-text'
import type { TimedBlog } from './timed-blog'

type Addresses = (blog: TimedBlog & { middle: MiddleSample }) => string[]

/** Marks a page or route that reads nothing that grows, or redirects the owner. */
const notTimed: Addresses = () => []

/** Returns the address alone and with each of the queries. */
const withQueries = (address: string, ...questions: string[]) => [
  address,
  ...questions.map((question) => `${address}?${question}`),
]

/** Words of many, some and few posts, a misspelt word, and a later page. */
const searches = [
  'q=words',
  'q=thread',
  `q=${rareWord}`,
  'q=thraed',
  'q=words&page=2',
  'q="of a post" -thread',
]

/**
 * Names of addresses whose responses grow with the blog up to a limit that small blogs do not
 * reach. All other responses have equal sizes on both blogs.
 */
export const growingAddresses: ReadonlySet<string> = new Set([
  // All posts of a year.
  '/archive',
  `/archive/${middlePlaceholders.year}`,
  // All posts of the blog.
  '/sitemap.xml',
])

/** Addresses that redirect to the content. Any other redirect counts as a failure. */
export const redirectingAddress = /^\/comments\/[^/]+$/

/**
 * Pages and routes, by folder in `app`, that are not timed at their own path: some have parameters
 * or several queries, some are reached through a rewrite, and some are not timed at all.
 */
const byFolder: Record<string, Addresses> = {
  // Reads what a post reads.
  '/[slug]': notTimed,
  '/api/[[...rest]]': notTimed,
  '/api/badge/[file]': ({ slug }) => [`/api/badge/${slug}.svg`],
  '/api/comments': ({ slug, large, middle }) => [
    `/api/comments?slug=${slug}`,
    `/api/comments?slug=${middle.slug}`,
    `/api/comments?slug=${large.slug}`,
    `/api/comments?slug=${large.slug}&cursor=${large.cursor}`,
  ],
  // The blog has no imported comments.
  '/api/comments/anchors': notTimed,
  // Responds to `npm run doctor` without a query.
  '/api/health/request': notTimed,
  '/api/counts': ({ slug, middle }) => [`/api/counts?slug=${slug}&slug=${middle.slug}`],
  '/api/threads': ({ slug, middle }) =>
    [slug, middle.slug].map((one) => `/api/threads?slug=${one}`),
  // Requests an image from another site.
  '/api/og-image': notTimed,
  '/api/og-metadata': ({ card }) => [`/api/og-metadata?url=${encodeURIComponent(card)}`],
  '/api/search': () => searches.map((question) => `/api/search?${question}`),
  '/api/views': ({ slug, middle }) => [`/api/views?slug=${slug}`, `/api/views?slug=${middle.slug}`],
  '/archive/[[...year]]': ({ middle }) => ['/archive', `/archive/${middle.year}`],
  '/comments/[id]': ({ large, middle }) => [
    `/comments/${large.middle}`,
    `/comments/${middle.comment}`,
  ],
  '/comments/[id]/report': ({ large }) => [`/comments/${large.middle}/report`],
  '/admin/[...rest]': notTimed,
  '/admin/comments': ({ author, middle }) =>
    withQueries(
      '/admin/comments',
      'status=published',
      'status=spam',
      `status=published&after=${middle.adminCursor}`,
      'status=published&search=thread',
      `status=published&search=${encodeURIComponent(author)}`,
      `status=published&author=${encodeURIComponent(author)}`,
      `status=published&post=${middle.slug}`,
      `status=published&post=${middle.slug}&search=thread`,
      'status=spam&rule=links',
    ),
  '/admin/comments/news': ({ middle }) =>
    withQueries(
      '/admin/comments/news',
      `newest=${middle.newest}`,
      // Queries of lists whose number of results exceeds the count limit, or is zero.
      `status=published&search=thread&newest=${middle.newest}&matching=1000`,
      `status=published&search=${rareWord}&newest=${middle.newest}&matching=0`,
    ),
  // A download of all comments, which grows with them.
  '/admin/export': notTimed,
  '/admin/forgotten': notTimed,
  '/admin/images': () => withQueries('/admin/images', 'page=2'),
  '/admin/images/library': () => withQueries('/admin/images/library', 'page=2'),
  '/admin/link-preview': ({ card }) => [`/admin/link-preview?url=${encodeURIComponent(card)}`],
  '/admin/posts': ({ middle }) =>
    withQueries(
      '/admin/posts',
      'tab=published',
      `tab=published&page=${middle.adminPage}`,
      // Words of some titles, and of every title.
      'tab=published&search=number 77',
      'tab=published&search=number',
    ),
  '/admin/posts/[id]': ({ large, middle }) => [
    `/admin/posts/${large.postId}`,
    `/admin/posts/${middle.postId}`,
  ],
  '/admin/posts/[id]/draft': ({ large, middle }) => [
    `/admin/posts/${large.postId}/draft`,
    `/admin/posts/${middle.postId}/draft`,
  ],
  '/admin/posts/[id]/history': ({ large, middle }) => [
    `/admin/posts/${large.postId}/history`,
    `/admin/posts/${middle.postId}/history`,
  ],
  '/admin/posts/[id]/state': ({ large, middle }) => [
    `/admin/posts/${large.postId}/state`,
    `/admin/posts/${middle.postId}/state`,
  ],
  // These take only an id from a sequence.
  '/admin/pages/new': notTimed,
  '/admin/posts/new': notTimed,
  '/admin/reset/[token]': notTimed,
  '/admin/settings/status': notTimed,
  '/admin/sign-in': notTimed,
  '/admin/sign-in/code': notTimed,
  // The blog has no other sites.
  '/admin/sites/[id]': notTimed,
  '/admin/sites/[id]/export': notTimed,
  '/admin/sites/[id]/threads': notTimed,
  '/admin/stats': ({ slug, middle }) =>
    withQueries(
      '/admin/stats',
      'span=7',
      'span=90',
      'span=365',
      'span=all',
      `span=all&post=${slug}`,
      `span=all&post=${middle.slug}`,
    ),
  '/admin/stats/download': ({ middle }) =>
    withQueries('/admin/stats/download', 'span=all', `span=all&of=posts&post=${middle.slug}`),
  '/feeds/[feed]': () => ['/feed.xml', '/atom.xml', '/feed.json', '/comments.xml'],
  '/files/[file]': () => ['/sitemap.xml', '/llms.txt', '/opensearch.xml'],
  '/images/[name]': ({ picture }) => [`/images/${picture}`],
  '/invitations/[token]': notTimed,
  // Needs the link of a notification.
  '/mail-links/moderate': notTimed,
  '/mail-links/unsubscribe': ({ middle }) => [
    `/mail-links/unsubscribe?token=${middle.unsubscription}`,
  ],
  '/mail-links/verify': ({ middle }) => [`/mail-links/verify?token=${middle.verification}`],
  '/page/[number]': ({ middle }) => ['/', `/page/${middle.page}`],
  '/posts/[slug]': ({ slug, large, middle }) =>
    [slug, large.slug, middle.slug].map((one) => `/posts/${one}`),
  '/posts/[slug]/comments.xml': ({ slug, middle }) => [
    `/posts/${slug}/comments.xml`,
    `/posts/${middle.slug}/comments.xml`,
  ],
  '/posts/[slug]/comments/[...place]': ({ large, middle }) => [
    `/posts/${large.slug}/comments/${large.thread}`,
    `/posts/${middle.slug}/comments/${middle.comment}`,
    `/posts/${large.slug}/comments/${large.thread}/after/${large.reply}`,
    `/posts/${large.slug}/comments/after/${large.middle}`,
    `/posts/${large.slug}/comments/before/${large.middle}`,
    `/posts/${large.slug}/comments/newest`,
  ],
  '/posts/[slug]/comments/[id]/reply': ({ large }) => [
    `/posts/${large.slug}/comments/${large.middle}/reply`,
  ],
  '/posts/[slug]/markdown': ({ slug, middle }) => [`/posts/${slug}.md`, `/posts/${middle.slug}.md`],
  '/posts/[slug]/opengraph-image': ({ slug }) => [`/posts/${slug}/opengraph-image`],
  '/preview/[key]': ({ previewKey }) => [`/preview/${previewKey}`],
  '/privacy/your-data/[ticket]': ({ middle }) => [`/privacy/your-data/${middle.ticket}`],
  '/privacy/your-data/[ticket]/download': ({ middle }) => [
    `/privacy/your-data/${middle.ticket}/download`,
  ],
  '/r/[file]': () => ['/r/registry.json'],
  '/search': () => withQueries('/search', ...searches),
  '/tags/[tag]/[[...page]]': ({ tag, middle }) => [
    `/tags/${tag}`,
    `/tags/${manyTag}`,
    `/tags/${manyTag}/page/${middle.tagPage}`,
  ],
  '/tags/[tag]/feed.xml': ({ tag }) => [`/tags/${tag}/feed.xml`, `/tags/${manyTag}/feed.xml`],
  // The blog has no other sites.
  '/threads/[...slug]': notTimed,
}

/** Returns the pages of the sources and the routes that answer GET, by folder in `app`. */
const listFolders = (): string[] => [
  ...listPages('app'),
  ...listRouteMethods().flatMap((route) => {
    const [method, folder = ''] = route.split(' ')
    // Timers are measured with the writes.
    return method === 'GET' && !folder.startsWith('/api/cron/') ? [folder] : []
  }),
]

/** Returns the path of a folder without parameters, which is timed unless an entry replaces it. */
const ownPath = (folder: string) => folder.replace(/\/\[\[\.{3}\w+\]\]$/, '') || '/'

/**
 * Returns all addresses by name. Names are equal in every run and for any size, although cursors
 * contain times and the middle moves.
 */
export function timedReads(blog: TimedBlog, middle: MiddleSample): Map<string, string> {
  const folders = listFolders()
  const all = (where: MiddleSample) =>
    folders.flatMap((folder) => {
      const addressesOf = byFolder[folder] ?? (() => [ownPath(folder)])
      return addressesOf({ ...blog, middle: where })
    })
  const addresses = all(middle)
  return new Map(
    all(middlePlaceholders).map((name, n) => [
      name.replace(/cursor=.*/, 'cursor=…'),
      addresses[n] ?? name,
    ]),
  )
}

/**
 * Returns the entries above that no page or route of the sources has, and the pages and routes with
 * a parameter that have no entry.
 */
export function findMistakes(): string[] {
  const folders = listFolders()
  return [
    ...Object.keys(byFolder).filter((folder) => !folders.includes(folder)),
    ...folders.filter((folder) => !(folder in byFolder) && ownPath(folder).includes('[')),
  ]
}
