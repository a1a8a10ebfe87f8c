import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import type { TheirPost } from './edited-post'

/** The post was saved after the revision that an edit is based on. Nothing was overwritten. */
export class PostChanged extends AppError {
  override name = 'PostChanged'

  constructor(readonly theirs: TheirPost) {
    super('post-changed', errorText('postChanged'), [], {
      members: { theirs },
    })
  }
}
