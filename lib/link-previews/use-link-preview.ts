import 'server-only'
import type { LinkPreviewRow } from './link-preview-row'
import { queryInTurn } from './query-in-turn'

const daySeconds = 86_400
/** Days after which a link that nobody asked for is forgotten. A card on a post asks each time it is renewed. */
export const unusedDaysMax = 90
/** Rows of one statement: it ends within the time a query has, and holds nobody up. */
const batchSize = 1_000

/**
 * The row of a link, which is thereby used; null where there is none.
 * @throws DatabaseAway
 */
export async function findUsedRow(key: string): Promise<LinkPreviewRow | null> {
  const row = await queryInTurn((client) => client.linkPreview.findUnique({ where: { url: key } }))
  // Noted once a day: a link that everybody asks for is not to be written for each of them.
  if (row && Date.now() - row.usedAt.getTime() > daySeconds * 1_000) {
    await queryInTurn((client) => client.$executeRaw`UPDATE link_previews SET used_at = now() WHERE url = ${key}`)
  }
  return row
}

/**
 * Forgets the links that nobody has used for 90 days, and no post shows.
 * @returns how many
 * @throws DatabaseAway
 */
export async function deleteUnusedLinkPreviews(): Promise<number> {
  let deleted = 0
  for (let last = batchSize; last === batchSize; deleted += last) {
    last = await queryInTurn(
      (client) => client.$executeRaw`
        DELETE FROM link_previews WHERE url IN (
          SELECT url FROM link_previews WHERE used_at < now() - ${unusedDaysMax} * interval '1 day' AND NOT in_posts LIMIT ${batchSize})
          -- Asked of the row as it is once it is locked: a post may be saved with it meanwhile.
          AND NOT in_posts`,
    )
  }
  return deleted
}
