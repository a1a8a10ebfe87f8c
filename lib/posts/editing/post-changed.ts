import { AppError } from '@/lib/errors'
import type { TheirPost } from './edited-post'

/** Somebody saved the post after the revision that an edit began from. Nothing was overwritten. */
export class PostChanged extends AppError {
  override name = 'PostChanged'

  constructor(readonly theirs: TheirPost) {
    super(
      'post-changed',
      'The post was saved by somebody else, or in another window, since you began. Nothing was overwritten.',
      [],
      {
        members: { theirs },
      },
    )
  }
}
