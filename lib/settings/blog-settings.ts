import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query, queryRows } from '@/lib/db/client'
import { InvalidInput } from '@/lib/errors'
import type { BlogSettings } from '@/lib/generated/prisma/client'
import { validationText } from '@/lib/i18n/error-text'
import {
  type BlogInput,
  type BlogOptions,
  type NavigationLink,
  readBlogOptions,
} from './blog-input'
import { unsetBlog } from './get-blog'

/** The owner's settings for comments. */
type CommentSettings = Pick<BlogSettings, 'commentsOff' | 'commentsCloseAfterDays'>

/**
 * Returns the blog's settings as stored; unset strings are empty.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function getBlogSettings(actor: Actor | undefined) {
  requireRole(actor, 'owner')
  const row = await query((client) => client.blogSettings.findUnique({ where: { id: 1 } }))
  const { name, author, description, language, timeZone: zone } = row ?? unsetBlog
  return {
    general: { name, author, description, language, zone },
    comments: row ?? { commentsOff: false, commentsCloseAfterDays: null },
    options: readBlogOptions(row?.options),
  }
}

type ChangedSettings = Partial<
  BlogInput & CommentSettings & { navigation: NavigationLink[]; options: Partial<BlogOptions> }
>

/**
 * Saves the given settings and options, and keeps the others. The caller must invalidate all pages.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; InvalidInput for a time zone
 * unknown to the database; DatabaseUnavailable
 */
export async function saveBlogSettings(
  actor: Actor | undefined,
  { zone, options = {}, ...others }: ChangedSettings,
): Promise<void> {
  requireRole(actor, 'owner')
  const values = {
    ...others,
    ...(zone !== undefined && { timeZone: zone && (await databaseZone(zone)) }),
  }
  await query((client) =>
    client.$transaction([
      client.blogSettings.upsert({ where: { id: 1 }, update: values, create: values }),
      client.$executeRaw`
        UPDATE blog_settings SET options = options || ${JSON.stringify(options)}::jsonb
         WHERE id = 1`,
    ]),
  )
}

/**
 * Returns PostgreSQL's spelling of a time zone. PostgreSQL has its own list, and counts views by
 * days in that zone.
 */
async function databaseZone(zone: string): Promise<string> {
  const [known] = await queryRows<{ name: string }>`
    SELECT name FROM pg_timezone_names WHERE lower(name) = lower(${zone})`
  if (!known) throw new InvalidInput([{ field: 'zone', message: validationText('timeZone') }])
  return known.name
}
