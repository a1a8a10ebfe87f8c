import { actorOf, type StaffRole } from '@/lib/auth/actor'
import { db } from '@/lib/db/client'

/** Creates a signed-in user, for tests of actions by the staff. */
export async function addActor(
  role: StaffRole,
  name: string = role === 'owner' ? 'Olivia Owner' : 'Max Moderator',
) {
  const staffId = `test-${role}-${name}`
  await db().staff.upsert({
    where: { id: staffId },
    update: {},
    create: { id: staffId, name, email: `${staffId}@sealed.invalid`, role },
  })
  return actorOf({ staffId, sessionId: `session-of-${staffId}`, name, role })
}
