import 'server-only'
import { AppError } from '@/lib/errors'

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
    throw new AppError('malformed-request', 'The body is not a form.', [], { cause: error })
  }
}
