import 'server-only'
import type { Actor } from '@/lib/auth/actor'

export async function signedIn(): Promise<Actor | undefined> {
  return undefined
}
