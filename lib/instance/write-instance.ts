import 'server-only'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { foldBlock } from '@/lib/comments/screening/blocklist'
import { encrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import { bucket, putFiles } from '@/lib/images/store'
import { addressHashes, encryptAddress } from '@/lib/mail/reader-address'
import { newWebhookSecret } from '@/lib/webhooks/sign-webhook'
import type {
  exportedBlock,
  exportedImage,
  exportedLinkPreview,
  exportedPost,
  exportedReader,
  exportedSettings,
  exportedSite,
} from './instance-format'

/** The `format` of the row of `imports` that an import of an instance has while it runs. */
const format = 'afterword-instance'

/**
 * Starts an import of an instance, or continues one of the same export that was interrupted. All
 * that the functions below write may exist already.
 * @param source the name of the export, for the list of imports
 * @param digest identifies the content of the export
 * @returns the id for `finishInstanceImport`; undefined if the instance has anything else
 * @throws DatabaseUnavailable
 */
export async function startInstanceImport(
  source: string,
  digest: string,
): Promise<number | undefined> {
  const report = { digest }
  const interrupted = await query((client) =>
    client.import.findFirst({ where: { format, report: { equals: report } } }),
  )
  if (interrupted) return interrupted.id
  if (!(await isInstanceEmpty())) return undefined
  const { id } = await query((client) => client.import.create({ data: { format, source, report } }))
  return id
}

/** Records that everything was imported. @throws DatabaseUnavailable */
export async function finishInstanceImport(id: number): Promise<void> {
  await query((client) => client.import.delete({ where: { id } }))
}

async function isInstanceEmpty(): Promise<boolean> {
  const counts = await query((client) =>
    Promise.all([client.post.count(), client.thread.count(), client.site.count()]),
  )
  return counts.every((count) => count === 0)
}

/** @throws DatabaseUnavailable */
export async function writeSettings({
  time_zone: timeZone,
  comments_off: commentsOff,
  comments_close_after_days: commentsCloseAfterDays,
  ...others
}: z.output<typeof exportedSettings>): Promise<void> {
  const values = { ...others, timeZone, commentsOff, commentsCloseAfterDays }
  await query((client) =>
    client.blogSettings.upsert({ where: { id: 1 }, update: values, create: values }),
  )
}

/**
 * Adds sites. Their keys are not part of an export, and their webhooks get new secrets.
 * @throws DatabaseUnavailable
 */
export async function writeSites(sites: z.output<typeof exportedSite>[]): Promise<void> {
  for (const { name, origins, hosts, language, ...site } of sites) {
    const webhookUrl = site.webhook_url
    const data = {
      ...{ name, origins, language, webhookUrl },
      webhookSecret: webhookUrl === '' ? '' : encrypt('webhook-secret', newWebhookSecret()),
      newPagesPerDay: site.new_pages_per_day,
      createdAt: site.created_at,
      hosts: { create: hosts.map((host) => ({ host })) },
    }
    // Every site has hosts. In an empty instance, only an interrupted import can have added them.
    await query(async (client) => {
      const known = await client.siteHost.count({ where: { host: { in: hosts } } })
      if (known === 0) await client.site.create({ data })
    })
  }
}

/** @throws DatabaseUnavailable */
export async function writeBlocklist(blocks: z.output<typeof exportedBlock>[]): Promise<void> {
  const data = blocks.map(({ expires_at: expiresAt, created_at: createdAt, ...block }) => ({
    ...block,
    folded: foldBlock(block.kind, block.value),
    expiresAt,
    createdAt,
  }))
  await query((client) => client.commentBlock.createMany({ data, skipDuplicates: true }))
}

/**
 * Stores an image and its files. Writes the widest file last.
 * @returns false if the widest file does not match the image's id
 * @throws AppError `storage-unavailable`; DatabaseUnavailable
 */
export async function writeImage(
  { is_moving: isMoving, added_at: addedAt, ...image }: z.output<typeof exportedImage>,
  files: { width: number; bytes: Buffer }[],
): Promise<boolean> {
  const hash = createHash('sha256').update(files.at(-1)?.bytes ?? '')
  if (hash.digest('hex').slice(0, 32) !== image.id) return false
  const inBucket = bucket() !== undefined
  await putFiles(inBucket, image.id, files)
  const data = { ...image, isMoving, addedAt, inBucket }
  await query((client) => client.image.createMany({ data, skipDuplicates: true }))
  return true
}

/** @throws DatabaseUnavailable */
export async function writeLinkPreviews(
  rows: z.output<typeof exportedLinkPreview>[],
): Promise<void> {
  const data = rows.map(({ url, title, description, image, favicon, failures, ...row }) => ({
    ...{ url, title, description, image, favicon, failures },
    siteName: row.site_name,
    finalUrl: row.final_url,
    fetchedAt: row.fetched_at,
    freshUntil: row.fresh_until,
    failureCode: row.failure_code,
    failureDetail: row.failure_detail,
    usedAt: row.used_at,
  }))
  await query((client) => client.linkPreview.createMany({ data, skipDuplicates: true }))
}

/**
 * Sets the columns of a post that its Markdown file lacks.
 * @throws DatabaseUnavailable
 */
export async function writePostColumns(post: z.output<typeof exportedPost>): Promise<void> {
  const { slug, redirects, created_at: createdAt, updated_at: updatedAt, working_copy: copy } = post
  await query((client) =>
    client.$transaction([
      client.$executeRaw`
        UPDATE posts SET comments_closed = ${post.comments_closed}, created_at = ${createdAt},
          comments_close_after_days = ${post.comments_close_after_days}, updated_at = ${updatedAt},
          meta_title = ${post.meta_title}, meta_description = ${post.meta_description},
          social_image = ${post.social_image}, canonical = ${post.canonical},
          noindex = ${post.noindex}
         WHERE slug = ${slug}`,
      client.$executeRaw`UPDATE threads SET created_at = ${createdAt} WHERE slug = ${slug}`,
      client.$executeRaw`
        INSERT INTO post_redirects (slug, post_id)
        SELECT redirect, posts.id FROM posts, unnest(${redirects}::text[]) AS redirect
         WHERE posts.slug = ${slug} ON CONFLICT DO NOTHING`,
    ]),
  )
  if (!copy) return
  const { cover_alt: coverAlt, saved_at: savedAt, update_at: updateAt, ...fields } = copy
  await query(async (client) => {
    const { id: postId } = await client.post.findUniqueOrThrow({ where: { slug } })
    const data = { ...fields, coverAlt, savedAt, updateAt, postId }
    await client.workingCopy.createMany({ data, skipDuplicates: true })
  })
}

/**
 * Stores which e-mail addresses are confirmed and which are unsubscribed.
 * @throws DatabaseUnavailable
 */
export async function writeReaders(rows: z.output<typeof exportedReader>[]): Promise<void> {
  for (const { address, verified_at: verifiedAt, unsubscribed_at: unsubscribedAt } of rows) {
    // A reader may have unsubscribed since an interrupted import.
    const values = { ...(verifiedAt && { verifiedAt }), ...(unsubscribedAt && { unsubscribedAt }) }
    const where = { hash: { in: addressHashes(address) } }
    await query(async (client) => {
      const { count } = await client.readerAddress.updateMany({ where, data: values })
      if (count > 0) return
      await client.readerAddress.create({ data: { ...encryptAddress(address), ...values } })
    })
  }
}
