import { commentLimits } from '@/lib/comments/comment'

/** Forms show the number of characters left when it is below this one. */
export const countedBelow = 500

/** Returns how many characters may follow a text; negative if it is too long. */
export const charactersLeft = (text: string): number =>
  commentLimits.contentLengthMax - [...text.normalize('NFC')].length
