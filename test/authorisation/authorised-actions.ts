import { randomUUID } from 'node:crypto'
import { URI } from 'otpauth'
import type { Actor } from '@/lib/auth/actor'
import { hashPassword } from '@/lib/auth/password'
import { getSecondFactor, startSecondFactor } from '@/lib/auth/second-factor'
import { db } from '@/lib/db/client'
import { issueDataTicket } from '@/lib/mail/data-ticket'
import { addComment } from '@/test/database/add-rows'
import { form } from '@/test/form-data'
import { addActor } from './actors'
import { commentActions } from './authorised-comment-actions'
import { postActions } from './authorised-post-actions'
import { siteActions } from './authorised-site-actions'
import type { GuardedAction, Prepared, Scene } from './guarded-action'
import { addSession } from './sessions'

async function setPassword({ staffId }: Actor): Promise<string> {
  const password = 'the present password'
  const account = {
    staffId,
    accountId: staffId,
    providerId: 'credential',
    password: await hashPassword(password),
  }
  await db().staffAccount.upsert({
    where: { id: staffId },
    update: account,
    create: { id: staffId, ...account },
  })
  return password
}

async function addSecondFactor({ staffId }: Actor): Promise<void> {
  const data = { encryptedSecret: 'a secret', confirmedAt: new Date(), recoveryHashes: [] }
  await db().staffSecondFactor.upsert({
    where: { staffId },
    update: data,
    create: { staffId, ...data },
  })
}

async function addSuspects({ postId }: Scene): Promise<Prepared> {
  const day = '2026-03-01'
  const network = randomUUID()
  await db().viewSuspect.create({ data: { day: new Date(day), network, postId, views: 3 } })
  return { values: [form({ day, network })] }
}

async function addVerdict({ postId }: Scene): Promise<Prepared> {
  const day = new Date('2026-03-01')
  const verdict = randomUUID()
  await db().viewRefusal.upsert({
    where: { day_reason_shard: { day, reason: 'suspect', shard: -2 } },
    update: { views: { increment: 3 } },
    create: { day, reason: 'suspect', shard: -2, views: 3 },
  })
  await db().judgedSuspect.create({
    data: { verdictId: verdict, day, network: randomUUID(), postId, views: 3, accepted: false },
  })
  return { values: [form({ verdict })] }
}

/** The permitted roles of each server action. */
export const actions: Record<string, { allowed: 'public' } | GuardedAction> = {
  'app/(blog)/posts/preview-comment.tsx#previewComment': { allowed: 'public' },
  'app/admin/sign-in/actions.ts#signInToAdmin': { allowed: 'public' },
  'app/admin/forgotten/actions.ts#sendResetLink': { allowed: 'public' },
  // This action requires the cookie that a correct password sets.
  'app/admin/sign-in/code/actions.ts#enterSignInCode': { allowed: 'public' },
  // These three require the secret of a link.
  'app/(blog)/mail-links/moderate/actions.ts#decide': { allowed: 'public' },
  'app/admin/reset/[token]/actions.ts#setNewPassword': { allowed: 'public' },
  'app/invitations/[token]/actions.ts#accept': { allowed: 'public' },
  'app/admin/import/actions.ts#undo': {
    allowed: 'owner',
    page: '/admin/import',
    prepare: async () => {
      const { id } = await db().import.create({ data: { format: 'disqus', source: 'disqus.xml' } })
      return { values: [form({ id: String(id) })] }
    },
  },
  'app/admin/account/actions.ts#signOut': {
    allowed: 'staff',
    page: '/admin/account',
    prepare: async () => ({ values: [] }),
  },
  'app/admin/account/actions.ts#endOneSession': {
    allowed: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => ({ values: [form({ session: (await addSession(actor)).id })] }),
  },
  'app/admin/account/actions.ts#endAllOtherSessions': {
    allowed: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => {
      await addSession(actor)
      return { values: [] }
    },
  },
  'app/admin/account/actions.ts#changeName': {
    allowed: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => ({ values: [{}, form({ name: `Renamed ${actor.staffId}` })] }),
  },
  'app/admin/account/actions.ts#changeLanguage': {
    allowed: 'staff',
    page: '/admin/account',
    prepare: async () => ({ values: [form({ language: 'en' })] }),
  },
  'app/admin/account/actions.ts#changeOwnPassword': {
    allowed: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => {
      const again = 'another long password'
      const password = await setPassword(actor)
      return { values: [form({ password, new_password: again, repeated: again })] }
    },
  },
  'app/admin/account/actions.ts#startOwnSecondFactor': {
    allowed: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => {
      await db().staffSecondFactor.deleteMany()
      return { values: [form({ password: await setPassword(actor) })] }
    },
  },
  'app/admin/account/actions.ts#requestRecoveryCodes': {
    allowed: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => {
      await startSecondFactor(actor, await setPassword(actor))
      const factor = await getSecondFactor(actor)
      const code = factor.state === 'unconfirmed' ? URI.parse(factor.uri).generate() : ''
      return { values: [{}, form({ code })] }
    },
  },
  'app/admin/account/actions.ts#removeOwnSecondFactor': {
    allowed: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => {
      await addSecondFactor(actor)
      return { values: [form({ password: await setPassword(actor) })] }
    },
  },
  'app/admin/people/actions.ts#invite': {
    allowed: 'owner',
    page: '/admin/people',
    prepare: async () => ({ values: [{}, form({ email: 'guest@example.org' })] }),
  },
  'app/admin/people/actions.ts#remove': {
    allowed: 'owner',
    page: '/admin/people',
    prepare: async () => ({
      values: [form({ staff: (await addActor('moderator', `Leaving ${Math.random()}`)).staffId })],
    }),
  },
  'app/admin/people/actions.ts#turnOffSecondFactor': {
    allowed: 'owner',
    page: '/admin/people',
    prepare: async () => {
      const other = await addActor('moderator', `Locked out ${Math.random()}`)
      await addSecondFactor(other)
      return { values: [form({ staff: other.staffId })] }
    },
  },
  'app/admin/people/actions.ts#revoke': {
    allowed: 'owner',
    page: '/admin/people',
    prepare: async ({ invite }) => {
      await invite()
      const { id } = await db().staffVerification.findFirstOrThrow({
        where: { identifier: { startsWith: 'invitation:' } },
      })
      return { values: [form({ invitation: id })] }
    },
  },
  'app/admin/people/actions.ts#setSites': {
    allowed: 'owner',
    page: '/admin/people',
    prepare: async () => {
      const { staffId } = await addActor('moderator', `Limited ${Math.random()}`)
      return { values: [form({ staff: staffId, all: 'no', site: '0' })] }
    },
  },
  'app/admin/blocks/actions.ts#save': {
    allowed: 'moderator',
    page: '/admin/blocks',
    prepare: async () => ({
      values: [
        {},
        form({
          kind: 'word',
          pending: `word${Math.random()}`,
          spam: '',
          'pending-shown': '',
          'spam-shown': '',
        }),
      ],
    }),
  },
  'app/admin/blocks/actions.ts#remove': {
    allowed: 'moderator',
    page: '/admin/blocks',
    prepare: async () => {
      const value = `gone${Math.random()}`
      const { id } = await db().commentBlock.create({
        data: { kind: 'word', value, folded: value },
      })
      return { values: [form({ id: String(id) })] }
    },
  },
  'app/admin/settings/actions.ts#saveBlog': {
    allowed: 'owner',
    page: '/admin/settings',
    prepare: async () => ({
      values: [
        {},
        form({ name: 'Night Notes', author: '', description: '', language: '', zone: '' }),
      ],
    }),
  },
  'app/admin/settings/actions.ts#saveLinks': {
    allowed: 'owner',
    page: '/admin/settings',
    prepare: async () => ({
      values: ['navigation', {}, form({ text: 'About', href: '/posts/about' })],
    }),
  },
  'app/admin/settings/actions.ts#saveAppearance': {
    allowed: 'owner',
    page: '/admin/settings/appearance',
    prepare: async () => ({
      values: [{}, form({ logo: '', picture: '', bio: '', accent: '#1d4ed8', footer: 'Words' })],
    }),
  },
  'app/admin/settings/actions.ts#saveCommentRules': {
    allowed: 'owner',
    page: '/admin/settings/comments',
    prepare: async () => ({
      values: [{}, form({ days: '36500', moderation: 'all', notify: '', order: 'best' })],
    }),
  },
  'app/admin/images/actions.ts#remove': {
    allowed: 'owner',
    page: '/admin/images',
    prepare: async () => {
      const id = randomUUID().replaceAll('-', '')
      await db().image.create({
        data: { id, width: 9, height: 9, bytes: 9, isMoving: false, inBucket: false },
      })
      return { values: [form({ id })] }
    },
  },
  'app/admin/stats/actions.ts#accept': {
    allowed: 'owner',
    page: '/admin/stats',
    prepare: addSuspects,
  },
  'app/admin/stats/actions.ts#drop': {
    allowed: 'owner',
    page: '/admin/stats',
    prepare: addSuspects,
  },
  'app/admin/stats/actions.ts#undo': {
    allowed: 'owner',
    page: '/admin/stats',
    prepare: addVerdict,
  },
  // This action changes nothing: it redirects to a page with stored data.
  'app/admin/readers/actions.ts#openReader': {
    allowed: 'owner',
    page: '/admin/readers',
    leadsTo: '/admin/readers?ticket=',
    prepare: async ({ postId }) => ({
      values: [form({ reader: String(await addComment(postId)) })],
    }),
  },
  'app/admin/readers/actions.ts#eraseForReader': {
    allowed: 'owner',
    page: '/admin/readers',
    prepare: async ({ postId }) => {
      const claim = { addressIds: [], commentIds: [await addComment(postId)] }
      return { values: [form({ ticket: issueDataTicket(claim), sure: 'yes' })] }
    },
  },
  ...commentActions,
  ...postActions,
  ...siteActions,
}
