import 'server-only'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'

/**
 * Parses a multipart form (RFC 7578).
 * @throws AppError `malformed-request`
 */
export async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData()
  } catch (error) {
    throw new AppError('malformed-request', errorText('form'), [], { cause: error })
  }
}
