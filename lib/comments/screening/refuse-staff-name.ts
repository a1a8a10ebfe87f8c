import { InvalidInput } from '@/lib/errors'
import { foldName } from '@/lib/fold-text'

/**
 * The owner's name and the moderators' are theirs alone, however they are spelt: nobody else speaks under them.
 * @throws InvalidInput for `author_name`
 */
export function refuseStaffName(authorName: string, staffNames: string[]): void {
  const folded = foldName(authorName)
  if (folded !== '' && staffNames.some((name) => foldName(name) === folded)) {
    throw new InvalidInput([{ field: 'author_name', message: 'is the name of somebody who runs this blog: choose another' }])
  }
}
