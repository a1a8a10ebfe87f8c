import { addActor } from '@/test/authorisation/actors'
import { routes } from '@/test/authorisation/authorised-routes'
import { addPost } from '@/test/database/add-rows'
import type { Prepare } from './prepared-write'
import { actionWrites, byStaff, routeWrites } from './staff-writes'
import { tokenWrites } from './token-writes'

/**
 * Excludes unknown routes, those that need an object store, imports, whose time depends on the
 * files, previews, which write nothing, and the plain form of what is timed as PATCH and DELETE.
 */
const isTimed = (route: string) =>
  !/ \/api\/\[\[|\/to-store|\/admin\/import\/|^POST \/api\/comments\/(?:\[id\]|preview)$/.test(
    route,
  )

/** Returns the writing routes that are not timed. */
export function findUntimedWrites(timed: ReadonlySet<string>): string[] {
  const written = Object.entries(routes).filter(
    ([route]) => !/^(?:GET|HEAD) /.test(route) && isTimed(route),
  )
  return written.flatMap(([route, allowed]) =>
    [...new Set([route, byStaff(route, allowed)])].filter((name) => !timed.has(name)),
  )
}

/**
 * Returns by name the writes of staff, timers, links in e-mails and browsers, but not of readers.
 */
export async function listInfrequentWrites(origin: string): Promise<ReadonlyMap<string, Prepare>> {
  const owner = await addActor('owner')
  // Staff close the comments of the first post; those of the other stay open.
  const { id: postId } = await addPost('written-by-staff')
  const open = await addPost('written-by-readers')
  return new Map([
    ...routeWrites(origin, owner, postId, isTimed),
    ...(await actionWrites(origin, owner, postId)),
    ...tokenWrites(origin, open),
  ])
}
