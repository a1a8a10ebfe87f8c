import { type Actor, actorOf, type StaffRole } from '@/lib/auth/actor'
import { db } from '@/lib/db/client'

const names: Record<StaffRole, string> = {
  owner: 'Olivia Owner',
  moderator: 'Max Moderator',
  writer: 'Wanda Writer',
}

/** Creates a signed-in user, for tests of actions by the staff. */
export async function addActor(role: StaffRole, name: string = names[role]) {
  const staffId = `test-${role}-${name}`
  await db().staff.upsert({
    where: { id: staffId },
    update: {},
    create: { id: staffId, name, email: `${staffId}@sealed.invalid`, role },
  })
  return actorOf({ staffId, sessionId: `session-of-${staffId}`, name, role })
}

/** One person of each role. */
export type Staff = Record<StaffRole, Actor>

export const addStaff = async (): Promise<Staff> => ({
  owner: await addActor('owner'),
  moderator: await addActor('moderator'),
  writer: await addActor('writer'),
})

/**
 * The people besides the owner who may use something: anyone signed in (`staff`), moderators,
 * writers, or only the writer of the post (`author`).
 */
export type AllowedStaff = StaffRole | 'author' | 'staff'

/** Returns the people in the staff who may use something. The owner may use everything. */
export function permittedStaff(
  allowed: AllowedStaff,
  { owner, moderator, writer }: Staff,
): Actor[] {
  if (allowed === 'staff') return [moderator, writer]
  return [allowed === 'author' ? writer : { owner, moderator, writer }[allowed]]
}
