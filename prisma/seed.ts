/**
 * Fills an empty database with the example posts of `prisma/seed/`, their comments, views and link
 * previews, so that a first start needs no network. It does not change a database with posts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { makeStamp } from '@/lib/comments/screening/form-stamp'
import { screenComment } from '@/lib/comments/screening/screen-comment'
import { db, waitLongerForQueries } from '@/lib/db/client'
import { importFolder } from '@/lib/importers/import-posts'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { linkPreviewKey } from '@/lib/link-previews/store/link-preview-key'
import { dayMs } from '@/lib/text/day'

const seedDirectory = path.join(import.meta.dirname, 'seed')

const seedComment = z.object({
  author: z.string(),
  /** The time since the post: a number and `m`, `h` or `d`. */
  after: z.string().regex(/^\d+[mhd]$/),
  content: z.string().trim(),
  deleted: z.boolean().optional(),
  /** Marks the comment as spam by hand. The rules decide which comments are pending. */
  spam: z.boolean().optional(),
  get replies() {
    return z.array(seedComment).default([])
  },
})

type SeedComment = z.infer<typeof seedComment>

const viewCounts = z.record(z.string(), z.array(z.number().int().min(0)))

const linkPreviews = z.array(
  z.object({
    url: z.string(),
    title: z.string(),
    description: z.string(),
    image: z.string(),
    siteName: z.string(),
    finalUrl: z.string(),
    favicon: z.string(),
  }),
)

function readYaml<T>(file: string, schema: z.ZodType<T>): T {
  return schema.parse(parse(readFileSync(path.join(seedDirectory, file), 'utf8')))
}

function durationMs(after: string): number {
  const unitMs = { m: 60_000, h: 3_600_000, d: dayMs }[after.slice(-1)] ?? 0
  return Number(after.slice(0, -1)) * unitMs
}

type Target = { id: number; slug: string; publishedAt: Date }

/** Adds comments with their replies, after the same screening as comments written here. */
async function addComments(
  post: Target,
  comments: SeedComment[],
  parentId: number | null = null,
): Promise<void> {
  for (const { author, after, content, deleted, spam, replies } of comments) {
    const { verdict, reasons, textHash } = await screenComment(
      { slug: post.slug, content: content.trim(), authorName: author },
      { stamp: makeStamp(new Date(Date.now() - 60_000)) },
    )
    const { id } = await db().comment.create({
      data: {
        postId: post.id,
        parentId,
        status: deleted ? 'deleted' : spam ? 'spam' : verdict,
        screening: reasons,
        textHash,
        authorName: author,
        content,
        createdAt: new Date(post.publishedAt.getTime() + durationMs(after)),
      },
      select: { id: true },
    })
    await addComments(post, replies, id)
  }
}

async function addLinkPreviews(): Promise<void> {
  const now = new Date()
  await db().linkPreview.createMany({
    data: readYaml('link-previews.yaml', linkPreviews).map(({ url, ...preview }) => ({
      ...preview,
      url: linkPreviewKey(parseTarget(url)),
      fetchedAt: now,
      freshUntil: new Date(now.getTime() + dayMs),
    })),
    skipDuplicates: true,
  })
}

async function addThreads(): Promise<void> {
  for (const file of readdirSync(path.join(seedDirectory, 'threads'))) {
    const slug = path.basename(file, '.yaml')
    const post = await db().post.findUniqueOrThrow({
      where: { slug },
      select: { id: true, slug: true, publishedAt: true },
    })
    await addComments(post, readYaml(`threads/${file}`, z.array(seedComment)))
  }
}

/** Adds view counts, whose last number is today's. */
async function addViews(): Promise<void> {
  for (const [slug, days] of Object.entries(readYaml('view-counts.yaml', viewCounts))) {
    const { id } = await db().post.findUniqueOrThrow({ where: { slug } })
    await db().viewCount.createMany({
      data: days.map((views, index) => ({
        postId: id,
        day: new Date(Date.now() - (days.length - 1 - index) * dayMs),
        views,
      })),
    })
  }
}

/**
 * Seeds the database if it contains no posts.
 * @returns whether it did
 */
export async function seed(): Promise<boolean> {
  if ((await db().post.count()) > 0) return false
  await addLinkPreviews()
  const { refused } = await importFolder(path.join(seedDirectory, 'posts'))
  if (refused.length > 0)
    throw new Error(refused.map(({ file, reason }) => `${file}: ${reason}`).join('\n'))
  await addThreads()
  await addViews()
  return true
}

if (process.argv[1] === import.meta.filename) {
  waitLongerForQueries()
  await seed()
}
