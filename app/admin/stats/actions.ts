'use server'
import { z } from 'zod'
import { figuresPath } from '@/components/admin/stats/stats-path'
import { readFiguresQuestion } from '@/components/admin/stats/stats-query'
import { adminAction } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { signedIn } from '@/lib/http/session/signed-in'
import { judgeSuspects, undoVerdict } from '@/lib/views/stats/suspects'

/**
 * A network is a hash in the form of a UUID. Without one, the action covers all networks up to the
 * day.
 */
const crowd = z.object({ day: z.iso.date(), network: z.guid().optional() })
const given = z.object({ verdict: z.guid() })

/** Counts suspect views. Pages show them within minutes, like any other views. */
export async function accept(form: FormData): Promise<never> {
  return judge('accept', form)
}

/** Discards suspect views. */
export async function drop(form: FormData): Promise<never> {
  return judge('drop', form)
}

/** Undoes the decisions on suspect views of the last day, so that they are pending again. */
export async function undo(form: FormData): Promise<never> {
  const actor = await signedIn()
  return act(form, 'suspects-wait', async (fields) =>
    undoVerdict(actor, parseFields(given, fields).verdict),
  )
}

async function judge(verdict: 'accept' | 'drop', form: FormData): Promise<never> {
  const actor = await signedIn()
  const done = verdict === 'accept' ? 'suspects-accepted' : 'suspects-dropped'
  return act(form, done, async (fields) =>
    judgeSuspects(actor, verdict, parseFields(crowd, fields)),
  )
}

async function act(
  form: FormData,
  done: string,
  work: (fields: Record<string, unknown>) => Promise<unknown>,
): Promise<never> {
  const fields = Object.fromEntries(form)
  const path = figuresPath({ span: readFiguresQuestion(fields).span })
  return adminAction(path, async () => {
    await work(fields)
    return `${path}${path.includes('?') ? '&' : '?'}done=${done}`
  })
}
