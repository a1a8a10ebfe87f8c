import { InvalidInput } from '@/lib/errors'
import { areNamesAlike } from '@/lib/text/fold-text'

/**
 * The owner's name and the moderators' are theirs alone, however they are spelt, and whatever looks like them: nobody else speaks under them.
 * @throws InvalidInput for `author_name`
 */
export function refuseStaffName(authorName: string, staffNames: string[]): void {
  if (staffNames.some((name) => areNamesAlike(authorName, name))) {
    throw new InvalidInput([{ field: 'author_name', message: 'is the name of somebody who runs this blog: choose another' }])
  }
}
