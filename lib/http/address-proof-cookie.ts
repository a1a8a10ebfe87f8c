import 'server-only'
import { proofSeconds } from '@/lib/mail/address-proof'

export const addressProofCookieName = 'address-proof'

/** The header by which a browser keeps that an address was confirmed in it: sent where comments are written, nowhere else. */
export function addressProofCookie(proof: string, request: Request): Record<string, string> {
  const isSecure = request.headers.get('x-forwarded-proto') === 'https' || request.url.startsWith('https:')
  const attributes = `Path=/api/comments; Max-Age=${proofSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return { 'Set-Cookie': `${addressProofCookieName}=${proof}; ${attributes}` }
}

export function readAddressProof(request: Request): string | undefined {
  return new RegExp(`(?:^|;\\s*)${addressProofCookieName}=([\\w.-]{1,200})`).exec(request.headers.get('cookie') ?? '')?.[1]
}
