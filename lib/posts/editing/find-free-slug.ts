import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'

/**
 * Returns a slug that no post has or had: the wanted one, or the wanted one with the smallest free
 * number.
 * @param ownId the post that gets the slug; its own slugs count as free
 */
export async function findFreeSlug(
  transaction: Prisma.TransactionClient,
  wanted: string,
  ownId: number,
): Promise<string> {
  const rows = await transaction.$queryRaw<{ slug: string }[]>`
    SELECT slug FROM posts WHERE id <> ${ownId} AND starts_with(slug, ${wanted})
     UNION ALL
    SELECT slug FROM post_redirects WHERE post_id <> ${ownId} AND starts_with(slug, ${wanted})`
  const taken = new Set(rows.map(({ slug }) => slug))
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(`${wanted}-${number}`)) number++
  return `${wanted}-${number}`
}
