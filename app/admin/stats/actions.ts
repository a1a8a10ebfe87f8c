'use server'
import { z } from 'zod'
import { figuresPath, readFiguresQuestion } from '@/components/admin/stats/stats-query'
import { adminAction } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { signedIn } from '@/lib/http/session/signed-in'
import { judgeSuspects } from '@/lib/views/stats/judge-suspects'
import { undoVerdict } from '@/lib/views/stats/undo-verdict'

/** A network is a hash in the shape of a UUID; without one, all up to the day are meant. */
const crowd = z.object({ day: z.iso.date(), network: z.guid().optional() })
const given = z.object({ verdict: z.guid() })

/** Counts views that were set apart. Pages show them within minutes, as they do every view. */
export async function accept(form: FormData): Promise<never> {
  return judge('accept', form)
}

/** Gives views up that were set apart. */
export async function drop(form: FormData): Promise<never> {
  return judge('drop', form)
}

/** Takes back what was said of suspects within the last day: they wait again. */
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
