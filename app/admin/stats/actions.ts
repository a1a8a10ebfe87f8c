'use server'
import { z } from 'zod'
import { statsPath } from '@/components/admin/stats/stats-path'
import { statsQuery } from '@/components/admin/stats/stats-query'
import { formActions } from '@/lib/http/admin-action'
import { pathWith } from '@/lib/paths'
import { reviewSuspects, undoVerdict } from '@/lib/views/stats/suspects'

const action = formActions((form) =>
  statsPath({ span: statsQuery.parse(Object.fromEntries(form)).span }),
)

/** A network is a hash. Without one, the action covers all networks up to the day. */
const crowd = { day: z.iso.date(), network: z.guid().optional() }

const review = (verdict: 'accept' | 'drop', done: string) =>
  action(crowd, async (actor, fields, path) => {
    await reviewSuspects(actor, verdict, fields)
    return pathWith(path, { done })
  })

/** Accepts suspicious views. Pages show them within minutes, like any other views. */
export const accept = review('accept', 'suspects-accepted')
export const drop = review('drop', 'suspects-dropped')

/** Undoes the decisions on suspicious views of the last day, so that they are pending again. */
export const undo = action({ verdict: z.guid() }, async (actor, { verdict }, path) => {
  await undoVerdict(actor, verdict)
  return pathWith(path, { done: 'suspects-wait' })
})
