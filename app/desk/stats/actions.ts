'use server'
import { z } from 'zod'
import { figuresPath } from '@/components/desk/figures-path'
import { readFiguresQuestion } from '@/components/desk/read-figures-question'
import { deskAction } from '@/lib/http/desk-action'
import { parseFields } from '@/lib/http/parse-fields'
import { signedIn } from '@/lib/http/signed-in'
import { judgeSuspects } from '@/lib/views/figures/judge-suspects'

/** A network is a hash in the shape of a UUID; without one, all up to the day are meant. */
const crowd = z.object({ day: z.iso.date(), network: z.guid().optional() })

/** Counts views that were set apart. Pages show them within minutes, as they do every view. */
export async function accept(form: FormData): Promise<never> {
  return judge('accept', form)
}

/** Gives views up that were set apart. */
export async function drop(form: FormData): Promise<never> {
  return judge('drop', form)
}

const done = { accept: 'suspects-accepted', drop: 'suspects-dropped' }

async function judge(verdict: 'accept' | 'drop', form: FormData): Promise<never> {
  const actor = await signedIn()
  const fields = Object.fromEntries(form)
  const path = figuresPath({ span: readFiguresQuestion(fields).span })
  return deskAction(path, async () => {
    await judgeSuspects(actor, verdict, parseFields(crowd, fields))
    return `${path}${path.includes('?') ? '&' : '?'}done=${done[verdict]}`
  })
}
