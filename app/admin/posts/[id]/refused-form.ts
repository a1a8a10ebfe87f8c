import 'server-only'
import type { PostFormState } from '@/components/admin/posts/post-form-state'
import type { AppError } from '@/lib/errors'
import { detailOf } from '@/lib/http/problem'
import { PostChanged } from '@/lib/posts/editing/save-edited-post'
import { compareTexts } from '@/lib/posts/versions/compare-texts'
import { textOf } from './post-fields'
import { SavedOnly } from './save-form'

const faults = new Map(
  Object.entries({
    unauthorized:
      'You are signed out. Sign in in another window, then save again here. Your text is safe.',
    'database-unavailable':
      'The database is unavailable. Your text is safe. Please try again in a moment.',
    'not-found':
      'The post was deleted in the meantime. Restore it from the list of posts in another ' +
      'window, then save again here.',
  }),
)

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
  const state = {
    ...{
      refusals: refusals + 1,
      fault: faults.get(error.code) ?? detailOf(error),
      errors: error.errors,
      typed,
    },
    ...(error instanceof SavedOnly && { saved: error.saved }),
  }
  if (!(error instanceof PostChanged)) return state
  const { content, title: _, ...theirs } = error.theirs
  return { ...state, theirs: { ...theirs, lines: compareTexts(content, typed.content) } }
}
