'use server'
import { z } from 'zod'
import { statsPath } from '@/components/admin/stats/stats-path'
import { readStatsQuery } from '@/components/admin/stats/stats-query'
import { formAction } from '@/lib/http/admin-action'
import { pathWith } from '@/lib/paths'
import { judgeSuspects, undoVerdict } from '@/lib/views/stats/suspects'

const pathOf = (form: FormData) =>
  statsPath({ span: readStatsQuery(Object.fromEntries(form)).span })

/** A network is a hash. Without one, the action covers all networks up to the day. */
const crowd = z.object({ day: z.iso.date(), network: z.guid().optional() })

/** Counts suspect views. Pages show them within minutes, like any other views. */
export const accept = formAction(pathOf, crowd, async (actor, fields, path) => {
  await judgeSuspects(actor, 'accept', fields)
  return pathWith(path, { done: 'suspects-accepted' })
})

export const drop = formAction(pathOf, crowd, async (actor, fields, path) => {
  await judgeSuspects(actor, 'drop', fields)
  return pathWith(path, { done: 'suspects-dropped' })
})

/** Undoes the decisions on suspect views of the last day, so that they are pending again. */
export const undo = formAction(
  pathOf,
  z.object({ verdict: z.guid() }),
  async (actor, { verdict }, path) => {
    await undoVerdict(actor, verdict)
    return pathWith(path, { done: 'suspects-wait' })
  },
)
