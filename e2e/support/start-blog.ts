import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { owner } from '@/e2e/admin/owner'
import { servePastedPages } from '@/e2e/editor/pasted-pages'
import { addCardShapes, servePictures } from '@/e2e/reading/card-shapes'
import { startEmbeddedPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'
import { serveNames } from '@/test/link-previews/serve-names'
import { usesDnsServer, withModules } from '@/test/with-module'
import { createTemplate } from './separate-blog'
import { authSecret } from './sign'

/**
 * Starts the production build with its own PostgreSQL and the example posts, like `npm run demo`.
 */
export default async function startBlog(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-e2e-'))
  const postgres = await startEmbeddedPostgres(directory, { settings: { fsync: 'off' } })
  await migrate(postgres.url)
  await createTemplate(postgres.url)
  // DNS resolves no names, so nothing is requested from the internet.
  const names = await serveNames(() => 'no such name')
  const [pictures, pasted] = await Promise.all([servePictures(), servePastedPages()])
  const environment = {
    ...process.env,
    DATABASE_URL: postgres.url,
    AUTH_SECRET: authSecret,
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    PORT: '0',
    // All pages of a run share one address, so limits are raised. Other tests check them.
    TRUSTED_PROXY_HOPS: '1',
    // Every test is a new author, so the flood limit is raised. Other tests check it.
    COMMENT_FLOOD_AFTER: '100000',
    LINK_PREVIEW_ALLOW_ORIGINS: `${pictures.origin},${pasted.origin}`,
  }
  const seed = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', 'prisma/seed.ts'],
    {
      env: environment,
      stdio: 'inherit',
    },
  )
  const [code] = await once(seed, 'exit')
  if (code !== 0) throw new Error('the example posts could not be written')
  await addCardShapes(postgres.url, pictures.origin)
  const server = spawn(process.execPath, ['.next/server.mjs'], {
    env: {
      ...environment,
      ...withModules(usesDnsServer(names)),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('message', (message: { listening: number }) => resolve(message.listening))
    server.once('exit', () => reject(new Error('the server did not start')))
  })
  process.env.BLOG_URL = `http://127.0.0.1:${port}`
  process.env.BLOG_DATABASE_URL = postgres.url
  process.env.PASTED_PAGES = pasted.origin
  return async () => {
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
    await Promise.all([postgres.stop(), names.close(), pictures.close(), pasted.close()])
    rmSync(directory, { recursive: true, force: true })
  }
}
