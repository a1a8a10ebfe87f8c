import 'server-only'
import { headers } from 'next/headers'

/** The nonce that the proxy gave this page's scripts; undefined where it gave none. */
export async function pageNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('content-security-policy') ?? ''
  return /'nonce-([\w+/=-]+)'/.exec(policy)?.[1]
}
