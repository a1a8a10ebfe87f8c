import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { InvalidInput } from '@/lib/errors'
import { type BlogInput, type NavigationLink, navigationInput } from './blog-input'
import { forgetBlog } from './get-blog'

/**
 * What the owner has said of the blog, as it is stored: empty where nothing was said.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function getBlogWords(
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
 * Every page says it: all are to be made anew afterwards.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; InvalidInput for a time zone the database has no days of;
 *   DatabaseUnavailable
 */
export async function saveBlogWords(
  actor: Actor | undefined,
  { zone, ...words }: BlogInput,
): Promise<void> {
  requireRole(actor, 'owner')
  const row = { ...words, timeZone: zone === '' ? '' : await databaseZone(zone) }
  await query((client) =>
    client.blogSettings.upsert({ where: { id: 1 }, update: row, create: row }),
  )
  forgetBlog()
}

/**
 * The same of the links in every page's head.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function saveNavigation(
  actor: Actor | undefined,
  navigation: NavigationLink[],
): Promise<void> {
  requireRole(actor, 'owner')
  await query((client) =>
    client.blogSettings.upsert({
      where: { id: 1 },
      update: { navigation },
      create: { navigation },
    }),
  )
  forgetBlog()
}

/** PostgreSQL has a list of its own, and views are counted by its days. */
async function databaseZone(zone: string): Promise<string> {
  const [known] = await query(
    (client) =>
      client.$queryRaw<
        { name: string }[]
      >`SELECT name FROM pg_timezone_names WHERE lower(name) = lower(${zone})`,
  )
  if (!known)
    throw new InvalidInput([
      { field: 'zone', message: 'must be a time zone such as Europe/Berlin' },
    ])
  return known.name
}
