/** The files of an export of everything, as `npm run export` writes them. */
import { z } from 'zod'
import { blogOptions, navigationInput } from '@/lib/settings/blog-input'

/** The content of `afterword.json`, which is written last and makes an export complete. */
export const instanceHead = { format: 'afterword-instance', version: 1 } as const

const time = z.iso.datetime().transform((text) => new Date(text))

/** `settings.json`. */
export const exportedSettings = z.object({
  name: z.string(),
  author: z.string(),
  description: z.string(),
  language: z.string(),
  time_zone: z.string(),
  navigation: navigationInput,
  comments_off: z.boolean(),
  comments_close_after_days: z.int().positive().nullable(),
  /** Absent in exports of earlier versions. */
  options: blogOptions.prefault({}),
})

/** An entry of `sites.json`. Keys and webhook secrets are not exported. */
export const exportedSite = z.object({
  name: z.string(),
  origins: z.array(z.string()),
  hosts: z.array(z.string()),
  language: z.string(),
  webhook_url: z.string(),
  new_pages_per_day: z.int().nonnegative(),
  created_at: time,
})

/** An entry of `blocklist.json`. Networks are not exported: only their hashes are stored. */
export const exportedBlock = z.object({
  kind: z.enum(['word', 'name', 'domain']),
  value: z.string(),
  verdict: z.enum(['pending', 'spam']),
  note: z.string(),
  expires_at: time.nullable(),
  created_at: time,
})

/** An entry of `posts.json`, in order of creation: what the Markdown file does not contain. */
export const exportedPost = z.object({
  /** The path below `posts/`. */
  file: z.string(),
  slug: z.string(),
  comments_closed: z.boolean(),
  comments_close_after_days: z.int().positive().nullable(),
  /** Former slugs. */
  redirects: z.array(z.string()),
  created_at: time,
  updated_at: time,
})

/** An entry of `images.json`. Its files are `images/ID-WIDTH.webp`. */
export const exportedImage = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().nonnegative(),
  is_moving: z.boolean(),
  added_at: time,
})

/** A line of `link-previews.jsonl`. */
export const exportedLinkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string(),
  site_name: z.string(),
  final_url: z.string(),
  favicon: z.string(),
  fetched_at: time.nullable(),
  fresh_until: time,
  failure_code: z.string().nullable(),
  failure_detail: z.string().nullable(),
  failures: z.int(),
  used_at: time,
})

/** A line of `readers.jsonl`: a reader who confirmed an e-mail address or unsubscribed. */
export const exportedReader = z.object({
  address: z.string(),
  verified_at: time.nullable(),
  unsubscribed_at: time.nullable(),
})
