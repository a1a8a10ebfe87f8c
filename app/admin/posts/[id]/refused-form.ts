import 'server-only'
import type { PostFormState } from '@/components/admin/posts/post-form-state'
import { hasText } from '@/components/i18n/has-text'
import type { AppError } from '@/lib/errors'
import { detailOf } from '@/lib/http/problem'
import { translator } from '@/lib/i18n/translator'
import { PostChanged } from '@/lib/posts/editing/save-edited-post'
import { compareTexts } from '@/lib/posts/versions/compare-texts'
import { textOf } from './post-fields'
import { SavedOnly } from './save-form'

/** The fields that show their own errors. */
const markedFields = new Set(['title', 'slug', 'summary', 'tags', 'cover', 'coverAlt', 'at'])

/** Returns the text of the notice above the form. */
function faultOf(error: AppError): string {
  if (error.code === 'unauthorized') return translator('adminErrors')('signed-out')
  const t = translator('postForm.faults')
  return hasText(t, error.code) && error.errors.every(({ field }) => markedFields.has(field))
    ? t(error.code)
    : detailOf(error)
}

/** Returns the form with its input and the error. */
export function refusedForm(
  { refusals }: PostFormState,
  form: FormData,
  error: AppError,
): PostFormState {
  const typed = {
    revision: error instanceof SavedOnly ? error.saved.revision : Number(textOf(form, 'base')),
    slug: textOf(form, 'slug'),
    title: textOf(form, 'title'),
    summary: textOf(form, 'summary'),
    tags: textOf(form, 'tags'),
    cover: textOf(form, 'cover'),
    coverAlt: textOf(form, 'coverAlt'),
    content: textOf(form, 'content'),
    at: textOf(form, 'at'),
  }
  const reason = faultOf(error)
  const state = {
    refusals: refusals + 1,
    fault: error instanceof SavedOnly ? translator('postForm')('savedOnly', { reason }) : reason,
    errors: error.errors,
    typed,
    ...(error instanceof SavedOnly && { saved: error.saved }),
  }
  if (!(error instanceof PostChanged)) return state
  const { content, title: _, ...theirs } = error.theirs
  return { ...state, theirs: { ...theirs, lines: compareTexts(content, typed.content) } }
}
