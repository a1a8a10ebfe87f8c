import 'server-only'
import { z } from 'zod'
import { type PostFormAct, postFormActs } from '@/components/admin/posts/post-form-state'
import type { Actor } from '@/lib/auth/actor'
import { AppError, InvalidInput } from '@/lib/errors'
import { parseFields } from '@/lib/http/parse-fields'
import { detailOf } from '@/lib/http/problem'
import { purgeMovedPost, renewSavedPost } from '@/lib/http/purge-pages'
import { validationText } from '@/lib/i18n/error-text'
import { keepLineEnds } from '@/lib/importers/files/split-post-file'
import { editedPostInput } from '@/lib/posts/editing/edited-post'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { fromLocalTime } from '@/lib/posts/editing/local-time'
import { postId } from '@/lib/posts/editing/parse-post-id'
import { makePreviewKey } from '@/lib/posts/editing/preview-key'
import { publishPost, unpublishPost } from '@/lib/posts/editing/publish-post'
import { saveEditedPost } from '@/lib/posts/editing/save-edited-post'
import { getBlog } from '@/lib/settings/get-blog'
import { readPostFields } from './post-fields'

const formInput = z.object({
  id: postId,
  act: z.enum(postFormActs).catch('save'),
  at: z.string().default(''),
  savedAt: z.string().optional(),
})

/** The saved revision and slug. */
type FormSaved = { revision: number; slug: string }

/**
 * The post was saved, but the subsequent action failed. The form continues from the new revision.
 */
export class SavedOnly extends AppError {
  constructor(
    readonly saved: FormSaved,
    cause: AppError,
  ) {
    super(cause.code, detailOf(cause), cause.errors, { cause })
  }
}

/**
 * Saves the form, then runs the action of the pressed button. “Save” schedules the post if its date
 * was changed.
 * @returns the saved post and the result code of the action
 * @throws the errors of `saveEditedPost`; SavedOnly
 */
export async function saveForm(
  actor: Actor | undefined,
  form: FormData,
): Promise<FormSaved & { done: string }> {
  const { id, act: pressed, at, savedAt = at } = parseFields(formInput, Object.fromEntries(form))
  // Enter in the date field presses “Save”, which must not drop the new date.
  const act = pressed === 'save' && at !== savedAt ? 'schedule' : pressed
  const input = parseFields(editedPostInput, readPostFields(form))
  const time = act === 'schedule' ? await readTime(at) : undefined
  const content = keepLineEnds(input.content, (await getEditedPost(actor, id)).post.content)
  const outcome = await saveEditedPost(actor, id, { ...input, content })
  renewSavedPost(outcome, content)
  const { revision, slug } = outcome
  try {
    return { revision, slug, done: await acts[act](actor, id, time) }
  } catch (error) {
    throw error instanceof AppError ? new SavedOnly({ revision, slug }, error) : error
  }
}

type Act = (actor: Actor | undefined, id: number, time: Date | undefined) => Promise<string>

/** Maps each button to its action after saving. Each action returns a result code. */
const acts: Record<PostFormAct, Act> = {
  save: async () => 'saved',
  publish,
  schedule: publish,
  unpublish: async (actor, id) => {
    purgeMovedPost((await unpublishPost(actor, id)).slug)
    return 'unpublished'
  },
  'make-preview': async (actor, id) => {
    await makePreviewKey(actor, id)
    return 'preview-made'
  },
}

async function publish(
  actor: Actor | undefined,
  id: number,
  time: Date | undefined,
): Promise<string> {
  const { slug, state } = await publishPost(actor, id, time)
  purgeMovedPost(slug)
  return state
}

/** Parses a time in the time zone of the blog. */
async function readTime(local: string): Promise<Date> {
  const { timeZone } = await getBlog()
  const time = fromLocalTime(local, timeZone)
  if (!time) throw new InvalidInput([{ field: 'at', message: validationText('dateTime') }])
  return time
}
