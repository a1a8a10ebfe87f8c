import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { InvalidInput } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { validationText } from '@/lib/i18n/error-text'
import { type BlogInput, type NavigationLink, navigationInput } from './blog-input'
import { forgetBlog } from './get-blog'

/** The owner's settings for comments. */
export type CommentSettings = {
  commentsOff: boolean
  /** Number of days after publication until comments close; null means never. */
  commentsCloseAfterDays: number | null
}

/**
 * Returns the comment settings.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function getCommentSettings(actor: Actor | undefined): Promise<CommentSettings> {
  requireRole(actor, 'owner')
  const row = await query((client) =>
    client.blogSettings.findUnique({
      where: { id: 1 },
      select: { commentsOff: true, commentsCloseAfterDays: true },
    }),
  )
  return row ?? { commentsOff: false, commentsCloseAfterDays: null }
}

/**
 * Saves the comment settings. The caller must invalidate every page with a comment form.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export function saveCommentSettings(
  actor: Actor | undefined,
  settings: CommentSettings,
): Promise<void> {
  return save(actor, settings)
}

async function save(
  actor: Actor | undefined,
  values: Omit<Prisma.BlogSettingsCreateInput, 'id'>,
): Promise<void> {
  requireRole(actor, 'owner')
  await query((client) =>
    client.blogSettings.upsert({ where: { id: 1 }, update: values, create: values }),
  )
  forgetBlog()
}

/**
 * Returns the blog's settings as stored; unset fields are empty.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function getBlogDetails(
  actor: Actor | undefined,
): Promise<BlogInput & { navigation: NavigationLink[] }> {
  requireRole(actor, 'owner')
  const row = await query((client) => client.blogSettings.findUnique({ where: { id: 1 } }))
  const {
    name = '',
    author = '',
    description = '',
    language = '',
    timeZone: zone = '',
    navigation = [],
  } = row ?? {}
  return {
    name,
    author,
    description,
    language,
    zone,
    navigation: navigationInput.safeParse(navigation).data ?? [],
  }
}

/**
 * Saves the blog's settings. The caller must invalidate all pages.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; InvalidInput for a time zone
 * unknown to the database; DatabaseUnavailable
 */
export async function saveBlogDetails(
  actor: Actor | undefined,
  { zone, ...details }: BlogInput,
): Promise<void> {
  requireRole(actor, 'owner')
  await save(actor, { ...details, timeZone: zone === '' ? '' : await databaseZone(zone) })
}

/**
 * Saves the links in the page header. The caller must invalidate all pages.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export function saveNavigation(
  actor: Actor | undefined,
  navigation: NavigationLink[],
): Promise<void> {
  return save(actor, { navigation })
}

/**
 * Returns PostgreSQL's spelling of a time zone. PostgreSQL has its own list, and counts views by
 * days in that zone.
 */
async function databaseZone(zone: string): Promise<string> {
  const [known] = await query(
    (client) =>
      client.$queryRaw<
        { name: string }[]
      >`SELECT name FROM pg_timezone_names WHERE lower(name) = lower(${zone})`,
  )
  if (!known) throw new InvalidInput([{ field: 'zone', message: validationText('timeZone') }])
  return known.name
}
