import { text } from '@/lib/http/parse-query'
import { invalid } from '@/lib/i18n/error-text'
import { uploadLimits } from '@/lib/importers/comments/upload'

/** The name of an uploaded file. It must not lead to another folder. */
export const fileName = text(uploadLimits.nameBytesMax)
  .refine((name) => !/^\.{1,2}$|[/\\]/.test(name), invalid('fileName'))
  .refine((name) => Buffer.byteLength(name) <= uploadLimits.nameBytesMax, invalid('fileName'))
