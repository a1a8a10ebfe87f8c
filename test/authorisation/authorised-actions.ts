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
export const actions: Record<string, { may: 'public' } | GuardedAction> = {
  'app/(blog)/posts/preview-comment.tsx#previewComment': { may: 'public' },
  'app/admin/sign-in/actions.ts#signInToAdmin': { may: 'public' },
  'app/admin/forgotten/actions.ts#sendResetLink': { may: 'public' },
  // This action requires the cookie that a correct password sets.
  'app/admin/sign-in/code/actions.ts#enterSignInCode': { may: 'public' },
  // These two require the secret of a link.
  'app/admin/reset/[token]/actions.ts#setPasswordAnew': { may: 'public' },
  'app/invitations/[token]/actions.ts#accept': { may: 'public' },
  'app/admin/import/actions.ts#undo': {
    may: 'owner',
    page: '/admin/import',
    prepare: async () => {
      const { id } = await db().import.create({ data: { format: 'disqus', source: 'disqus.xml' } })
      return { values: [form({ id: String(id) })] }
    },
  },
  'app/admin/account/actions.ts#signOut': {
    may: 'staff',
    page: '/admin/account',
    prepare: async () => ({ values: [] }),
  },
  'app/admin/account/actions.ts#endOneSession': {
    may: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => ({ values: [form({ session: (await addSession(actor)).id })] }),
  },
  'app/admin/account/actions.ts#endAllOtherSessions': {
    may: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => {
      await addSession(actor)
      return { values: [] }
    },
  },
  'app/admin/account/actions.ts#changeLanguage': {
    may: 'staff',
    page: '/admin/account',
    prepare: async () => ({ values: [form({ language: 'en' })] }),
  },
  'app/admin/account/actions.ts#changeOwnPassword': {
    may: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => {
      const again = 'another long password'
      const password = await setPassword(actor)
      return { values: [form({ password, new_password: again, repeated: again })] }
    },
  },
  'app/admin/account/actions.ts#startOwnSecondFactor': {
    may: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => {
      await db().staffSecondFactor.deleteMany()
      return { values: [form({ password: await setPassword(actor) })] }
    },
  },
  'app/admin/account/actions.ts#requestRecoveryCodes': {
    may: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => {
      await startSecondFactor(actor, await setPassword(actor))
      const factor = await getSecondFactor(actor)
      const code = factor.state === 'unconfirmed' ? URI.parse(factor.uri).generate() : ''
      return { values: [{}, form({ code })] }
    },
  },
  'app/admin/account/actions.ts#removeOwnSecondFactor': {
    may: 'staff',
    page: '/admin/account',
    prepare: async ({ actor }) => {
      await addSecondFactor(actor)
      return { values: [form({ password: await setPassword(actor) })] }
    },
  },
  'app/admin/people/actions.ts#invite': {
    may: 'owner',
    page: '/admin/people',
    prepare: async () => ({ values: [{}, form({ email: 'guest@example.org' })] }),
  },
  'app/admin/people/actions.ts#remove': {
    may: 'owner',
    page: '/admin/people',
    prepare: async () => ({
      values: [form({ staff: (await addActor('moderator', `Leaving ${Math.random()}`)).staffId })],
    }),
  },
  'app/admin/people/actions.ts#turnOffSecondFactor': {
    may: 'owner',
    page: '/admin/people',
    prepare: async () => {
      const other = await addActor('moderator', `Locked out ${Math.random()}`)
      await addSecondFactor(other)
      return { values: [form({ staff: other.staffId })] }
    },
  },
  'app/admin/people/actions.ts#withdraw': {
    may: 'owner',
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
    may: 'owner',
    page: '/admin/people',
    prepare: async () => {
      const { staffId } = await addActor('moderator', `Limited ${Math.random()}`)
      return { values: [form({ staff: staffId, all: 'no', site: '0' })] }
    },
  },
  'app/admin/blocks/actions.ts#save': {
    may: 'moderator',
    page: '/admin/blocks',
    prepare: async () => ({
      values: [
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
    may: 'moderator',
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
    may: 'owner',
    page: '/admin/settings',
    prepare: async () => ({
      values: [
        {},
        form({ name: 'Night Notes', author: '', description: '', language: '', zone: '' }),
      ],
    }),
  },
  'app/admin/settings/actions.ts#saveLinks': {
    may: 'owner',
    page: '/admin/settings',
    prepare: async () => ({
      values: ['navigation', {}, form({ text: 'About', href: '/posts/about' })],
    }),
  },
  'app/admin/settings/actions.ts#saveAppearance': {
    may: 'owner',
    page: '/admin/settings/appearance',
    prepare: async () => ({
      values: [{}, form({ logo: '', picture: '', bio: '', accent: '#1d4ed8', footer: 'Words' })],
    }),
  },
  'app/admin/settings/actions.ts#saveCommentRules': {
    may: 'owner',
    page: '/admin/settings/comments',
    prepare: async () => ({
      values: [{}, form({ days: '36500', moderation: 'all', notify: '', order: 'best' })],
    }),
  },
  'app/admin/images/actions.ts#remove': {
    may: 'owner',
    page: '/admin/images',
    prepare: async () => {
      const id = randomUUID().replaceAll('-', '')
      await db().image.create({
        data: { id, width: 9, height: 9, bytes: 9, isMoving: false, inBucket: false },
      })
      return { values: [form({ id })] }
    },
  },
  'app/admin/stats/actions.ts#accept': { may: 'owner', page: '/admin/stats', prepare: addSuspects },
  'app/admin/stats/actions.ts#drop': { may: 'owner', page: '/admin/stats', prepare: addSuspects },
  'app/admin/stats/actions.ts#undo': { may: 'owner', page: '/admin/stats', prepare: addVerdict },
  // It changes nothing: it redirects to a page with stored data.
  'app/admin/readers/actions.ts#openReader': {
    may: 'owner',
    page: '/admin/readers',
    leadsTo: '/admin/readers?ticket=',
    prepare: async ({ postId }) => ({
      values: [form({ reader: String(await addComment(postId)) })],
    }),
  },
  'app/admin/readers/actions.ts#eraseForReader': {
    may: 'owner',
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
