import 'server-only'
import { proofSeconds } from '@/lib/mail/address-proof'
import { httpOnlyAttributes } from './http-only-attributes'

export const addressProofCookieName = 'address-proof'
const proofCookie = new RegExp(`(?:^|;\\s*)${addressProofCookieName}=([\\w.-]{1,200})`)

/**
 * Returns the header that stores proof of a confirmed address. Browsers send the cookie only where
 * comments are written.
 */
export function addressProofCookie(proof: string, request: Request): Record<string, string> {
  const attributes = httpOnlyAttributes('/api/comments', proofSeconds, request)
  return { 'Set-Cookie': `${addressProofCookieName}=${proof}; ${attributes}` }
}

export function readAddressProof(request: Request): string | undefined {
  return proofCookie.exec(request.headers.get('cookie') ?? '')?.[1]
}
