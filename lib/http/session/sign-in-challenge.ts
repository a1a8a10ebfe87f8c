import 'server-only'
import { cookies } from 'next/headers'
import { type Challenge, challengeSeconds, readChallenge } from '@/lib/auth/sign-in'
import { cookieAttributes, isSecureSite } from './session-cookie'

export const challengeCookieName = () => (isSecureSite() ? '__Host-sign-in' : 'sign-in')

/** Stores the proof of the correct password until the code is entered. */
export async function setChallengeCookie(challenge: string): Promise<void> {
  ;(await cookies()).set(challengeCookieName(), challenge, cookieAttributes(challengeSeconds))
}

/** Returns the challenge of this browser; undefined if there is none or it has expired. */
export async function currentChallenge(): Promise<Challenge | undefined> {
  const cookie = (await cookies()).get(challengeCookieName())?.value
  return cookie === undefined ? undefined : readChallenge(cookie)
}

/** Deletes the challenge of this browser. */
export async function deleteChallengeCookie(): Promise<void> {
  ;(await cookies()).set(challengeCookieName(), '', cookieAttributes(0))
}
