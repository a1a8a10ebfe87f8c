import 'server-only'
import { AppError, InvalidInput } from '@/lib/errors'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { imageLimits } from '@/lib/images/image'
import { bodyBytesMax } from './body-limit'
import { parseMultipart, readBytes } from './read-body'

const { throughServerBytesMax } = imageLimits
/** The size of a large photograph. */
const drainedBytesMax = 32 * 1_048_576
const tooLarge = () => errorText('imageSize', { max: throughServerBytesMax / 1_048_576 })

/**
 * Reads an uploaded image: the body itself, or the field `image` of a form.
 * @throws AppError `body-too-large`, `unsupported-media-type`, `malformed-request`; InvalidInput if
 * the form has no image
 */
export async function readImage(request: Request): Promise<Buffer> {
  const contentType = request.headers.get('content-type') ?? ''
  if (/^(?:image\/|application\/octet-stream\b)/i.test(contentType)) {
    return Buffer.from(await readBytes(request, throughServerBytesMax, tooLarge(), drainedBytesMax))
  }
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new AppError('unsupported-media-type', errorText('imageBody'))
  }
  const form = await parseMultipart(
    await readBytes(request, throughServerBytesMax + bodyBytesMax, tooLarge(), drainedBytesMax),
    contentType,
  )
  const file = form.get('image')
  if (!(file instanceof File) || file.size === 0)
    throw new InvalidInput([{ field: 'image', message: validationText('file') }])
  if (file.size > throughServerBytesMax) throw new AppError('body-too-large', tooLarge())
  return Buffer.from(await file.arrayBuffer())
}
