import { AppError } from '@/lib/errors'
import type { TheirPost } from './edited-post'

/** The post was saved after the revision that an edit is based on. Nothing was overwritten. */
export class PostChanged extends AppError {
  override name = 'PostChanged'

  constructor(readonly theirs: TheirPost) {
    super(
      'post-changed',
      'The post was saved by somebody else, or in another window, since you began. Nothing ' +
        'was overwritten.',
      [],
      {
        members: { theirs },
      },
    )
  }
}
