import { randomUUID } from 'node:crypto'
import { db } from '@/lib/db/client'
import { addThreadManually } from '@/lib/threads/admin/change-threads'
import { rotateSiteKey, saveSite } from '@/lib/threads/admin/sites'
import { form } from '@/test/form-data'
import type { GuardedAction, Scene } from './guarded-action'

const newHost = () => `${randomUUID()}.example.org`

async function addSite({ owner }: Scene): Promise<{ id: number; host: string }> {
  const host = newHost()
  const input = {
    name: host,
    origins: [`https://${host}`],
    language: 'en',
    webhookUrl: '',
    newPagesPerDay: 9,
  }
  return { id: await saveSite(owner, input), host }
}

async function addThread(scene: Scene, path = 'a') {
  const { id, host } = await addSite(scene)
  await addThreadManually(scene.owner, id, { address: `https://${host}/${path}`, title: 'A page' })
  const thread = await db().thread.findFirstOrThrow({ where: { siteId: id } })
  return { site: String(id), thread: String(thread.id), slug: thread.slug }
}

const typed = () => ({
  name: 'A site',
  origins: `https://${newHost()}`,
  language: 'en',
  webhookUrl: '',
  newPagesPerDay: '9',
})

const sites = 'app/admin/sites/actions.ts'
const threads = 'app/admin/sites/[id]/threads/actions.ts'

/** The server actions on other sites: see `actions`. */
export const siteActions: Record<string, GuardedAction> = {
  [`${sites}#create`]: {
    allowed: 'owner',
    page: '/admin/sites/new',
    prepare: async () => ({ values: [{}, form(typed())] }),
  },
  [`${sites}#update`]: {
    allowed: 'owner',
    page: '/admin/sites/1',
    prepare: async (scene) => ({
      values: [{}, form({ ...typed(), id: String((await addSite(scene)).id) })],
    }),
  },
  [`${sites}#rotateKey`]: {
    allowed: 'owner',
    page: '/admin/sites/1',
    prepare: async (scene) => ({ values: [{}, form({ id: String((await addSite(scene)).id) })] }),
  },
  [`${sites}#rotateSecret`]: {
    allowed: 'owner',
    page: '/admin/sites/1',
    prepare: async (scene) => ({ values: [{}, form({ id: String((await addSite(scene)).id) })] }),
  },
  [`${sites}#removeKey`]: {
    allowed: 'owner',
    page: '/admin/sites/1',
    prepare: async (scene) => {
      const { id } = await addSite(scene)
      await rotateSiteKey(scene.owner, id)
      return { values: [form({ id: String(id) })] }
    },
  },
  [`${sites}#remove`]: {
    allowed: 'owner',
    page: '/admin/sites/1',
    prepare: async (scene) => ({
      values: [form({ id: String((await addSite(scene)).id), sure: 'yes' })],
    }),
  },
  [`${threads}#close`]: {
    allowed: 'owner',
    page: '/admin/sites/1/threads',
    prepare: async (scene) => ({ values: [form({ ...(await addThread(scene)), close: 'yes' })] }),
  },
  [`${threads}#remove`]: {
    allowed: 'owner',
    page: '/admin/sites/1/threads',
    prepare: async (scene) => ({ values: [form(await addThread(scene))] }),
  },
  [`${threads}#merge`]: {
    allowed: 'owner',
    page: '/admin/sites/1/threads',
    prepare: async (scene) => {
      const ids = await addThread(scene)
      const { host } = await db().siteHost.findFirstOrThrow({ where: { siteId: Number(ids.site) } })
      return { values: [form({ ...ids, address: `https://${host}/b` })] }
    },
  },
  [`${threads}#admit`]: {
    allowed: 'owner',
    page: '/admin/sites/1/threads',
    prepare: async (scene) => {
      const { id, host } = await addSite(scene)
      return { values: [form({ site: String(id), address: `https://${host}/b`, title: '' })] }
    },
  },
  [`${threads}#removeLocal`]: {
    allowed: 'owner',
    page: '/admin/sites/1/threads',
    prepare: async (scene) => {
      const { id } = await addSite(scene)
      await db().thread.create({ data: { siteId: id, slug: `localhost/${randomUUID()}` } })
      return { values: [form({ site: String(id) })] }
    },
  },
}
