import 'server-only'
import { z } from 'zod'
import {
  type PostFormAct,
  type PostFormState,
  postFormActs,
  typedPost,
} from '@/components/admin/posts/post-form-state'
import type { Actor } from '@/lib/auth/actor'
import { AppError, InvalidInput } from '@/lib/errors'
import { fetchPreviewsAfter } from '@/lib/http/after-response'
import { parseFields } from '@/lib/http/parse-fields'
import { detailOf } from '@/lib/http/problem'
import { purgeMovedPost, purgePost } from '@/lib/http/purge-pages'
import { validationText } from '@/lib/i18n/error-text'
import { hasText } from '@/lib/i18n/has-text'
import { translator } from '@/lib/i18n/translator'
import { editedPostInput, type PostStatus } from '@/lib/posts/editing/edited-post'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { fromLocalTime } from '@/lib/posts/editing/local-time'
import { makePreviewKey } from '@/lib/posts/editing/preview-key'
import {
  discardChanges,
  publishPost,
  scheduleUpdate,
  unpublishPost,
} from '@/lib/posts/editing/publish-post'
import { PostChanged, saveEditedPost } from '@/lib/posts/editing/save-edited-post'
import { setCommentsClosed } from '@/lib/posts/editing/set-comments-closed'
import { correctSlug } from '@/lib/posts/post-slug'
import { compareTexts } from '@/lib/posts/versions/compare-texts'
import { getBlog } from '@/lib/settings/get-blog'
import { keepLineEndings } from '@/lib/text/line-endings'
import { rowId } from '@/lib/text/row-id'

const formInput = z.object({
  id: rowId,
  act: z.enum(postFormActs).catch('save'),
  savedAt: z.string().optional(),
})

/** `revision` is 0 if nothing was saved. */
type Saved = { id: number; revision: number; slug: string }

/** The post was saved, but the subsequent action failed. */
class SavedOnly extends AppError {
  constructor(
    readonly saved: Saved,
    cause: AppError,
  ) {
    super(cause.code, detailOf(cause), cause.errors, { cause })
  }
}

/**
 * Saves the form, then runs the action of the pressed button. “Save” schedules the post if its date
 * was changed, and “Update” applies the new date.
 * @returns the saved post and the result code of the action
 * @throws the errors of `saveEditedPost`; SavedOnly
 */
export async function saveForm(
  actor: Actor | undefined,
  form: FormData,
): Promise<Saved & { done: string }> {
  const fields = Object.fromEntries(form)
  const { at, updateAt, ...typed } = typedPost.parse(fields)
  const { id, act: pressed, savedAt = at } = parseFields(formInput, fields)
  const newDate = at === savedAt ? undefined : at
  // Enter in the date field presses “Save”, which must not drop the new date.
  const act = pressed === 'save' && newDate !== undefined ? 'schedule' : pressed
  const time =
    (act === 'schedule' && (await readTime('at', at))) ||
    (act === 'schedule-update' && (await readTime('updateAt', updateAt ?? ''))) ||
    undefined
  const { state: before, ...saved } = await saveTyped(actor, id, typed, form).catch(
    (error: unknown) => {
      if (error instanceof InvalidInput && actsIgnoringInvalidFields.has(act)) return unsaved(id)
      throw error
    },
  )
  try {
    return {
      ...saved,
      done: await acts[act](actor, id, { time, newDate, before, isPressed: act === pressed }),
    }
  } catch (error) {
    throw error instanceof AppError && saved.revision > 0 ? new SavedOnly(saved, error) : error
  }
}

/** Actions that run even if a field is invalid, because they publish nothing. */
const actsIgnoringInvalidFields = new Set<PostFormAct>([
  'unpublish',
  'discard',
  'cancel-update',
  'close-comments',
  'open-comments',
])

/** The result for a form that was not saved. Revision 0 tells the editor to keep its text. */
const unsaved = (id: number) => ({ id, revision: 0, slug: '', state: 'draft' as const })

async function saveTyped(
  actor: Actor | undefined,
  id: number,
  typed: Omit<z.infer<typeof typedPost>, 'at' | 'updateAt'>,
  form: FormData,
): Promise<Saved & { state: PostStatus }> {
  const input = parseFields(editedPostInput, {
    ...typed,
    slug: correctSlug(typed.slug.trim(), true),
    summary: typed.summary.replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
    tags: typed.tags.split(','),
    isPage: form.has('isPage'),
    force: form.has('force') || undefined,
  })
  const stored = (await getEditedPost(actor, id, true)).post.content
  const content = keepLineEndings(input.content, stored)
  const outcome = await saveEditedPost(actor, id, { ...input, content })
  if (outcome.revision === 0)
    throw new InvalidInput([{ field: 'title', message: validationText('emptyPost') }])
  fetchPreviewsAfter(outcome, content)
  return { id, revision: outcome.revision, slug: outcome.slug, state: outcome.state }
}

/**
 * An action after saving. Returns a result code. `before` is the state before the action, and
 * `newDate` a changed publication date in local time. `isPressed`: its own button was pressed,
 * instead of Enter in a field.
 */
type Act = (
  actor: Actor | undefined,
  id: number,
  options: {
    time: Date | undefined
    newDate: string | undefined
    before: PostStatus
    isPressed: boolean
  },
) => Promise<string>

const publish: Act = async (actor, id, { time, before, isPressed }) => {
  const { changedSlugs, state } = await publishPost(actor, id, time, { mayBePast: isPressed })
  for (const slug of changedSlugs) purgeMovedPost(slug)
  if (before === 'published') return time ? 'saved' : 'updated'
  return state
}

/** Publishes now. The settings of a published post may contain a new date, which applies first. */
const publishNow: Act = async (actor, id, options) => {
  const { newDate, before } = options
  if (before === 'published' && newDate !== undefined)
    await publish(actor, id, { ...options, time: await readTime('at', newDate) })
  return publish(actor, id, options)
}

/** Maps each button to its action after saving. Each action returns a result code. */
const acts: Record<PostFormAct, Act> = {
  save: async () => 'saved',
  publish: publishNow,
  schedule: publish,
  unpublish: async (actor, id) => {
    for (const slug of (await unpublishPost(actor, id)).changedSlugs) purgeMovedPost(slug)
    return 'unpublished'
  },
  'schedule-update': async (actor, id, { time }) => {
    await scheduleUpdate(actor, id, time ?? null)
    return 'update-scheduled'
  },
  'cancel-update': async (actor, id) => {
    await scheduleUpdate(actor, id, null)
    return 'update-cancelled'
  },
  discard: async (actor, id) => {
    await discardChanges(actor, id)
    return 'discarded'
  },
  'close-comments': async (actor, id) => {
    purgePost(await setCommentsClosed(actor, id, true))
    return 'comments-closed'
  },
  'open-comments': async (actor, id) => {
    purgePost(await setCommentsClosed(actor, id, false))
    return 'comments-opened'
  },
  'make-preview': async (actor, id) => {
    await makePreviewKey(actor, id)
    return 'preview-made'
  },
}

async function readTime(field: 'at' | 'updateAt', local: string): Promise<Date> {
  const { timeZone } = await getBlog()
  const time = fromLocalTime(local, timeZone)
  if (!time) throw new InvalidInput([{ field, message: validationText('dateTime') }])
  return time
}

/** The fields at which the form shows errors. */
const markedFields = typedPost.omit({ base: true, content: true, noindex: true }).shape

function errorOf(error: AppError): string {
  if (error.code === 'unauthorized') return translator('adminErrors')('signed-out')
  const t = translator('postForm.errors')
  return hasText(t, error.code) && error.errors.every(({ field }) => field in markedFields)
    ? t(error.code)
    : detailOf(error)
}

export function refusedForm(
  { refusals }: PostFormState,
  form: FormData,
  error: AppError,
): PostFormState {
  const typed = typedPost.parse(Object.fromEntries(form))
  const reason = errorOf(error)
  const state = { refusals: refusals + 1, error: reason, errors: error.errors, typed }
  if (error instanceof SavedOnly)
    return {
      ...state,
      error: translator('postForm')('savedOnly', { reason }),
      typed: { ...typed, base: error.saved.revision },
      saved: error.saved,
    }
  if (!(error instanceof PostChanged)) return state
  const { content, title: _, ...theirs } = error.theirs
  return { ...state, theirs: { ...theirs, lines: compareTexts(content, typed.content) } }
}
