import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { asNewClient } from '@/test/new-client'
import { startMailServer } from './mail-server'
import { startServer, type TestServer } from './server'

/** The origin of the links in e-mails. */
export const origin = 'https://blog.example.org'

type Added = { id: number; edit_token: string }

/**
 * Starts a blog with one post and a mail server, and returns functions for writing comments and
 * opening the links in e-mails.
 */
export async function startMailingBlog() {
  const smtp = await startMailServer()
  afterAll(smtp.stop)
  const environment = {
    SMTP_URL: smtp.url,
    SITE_URL: origin,
    OWNER_EMAIL: 'olivia@owner.example',
    TRUSTED_PROXY_HOPS: '1',
  }
  const server = await startServer(environment)
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  afterAll(() => database.end())
  await database.query(
    `INSERT INTO posts (slug, title, content, published_at)
      VALUES ('hello', 'Hello', 'Words.', '2025-10-01')`,
  )

  let comments = 0
  const write = async (
    fields: Record<string, unknown>,
    headers: Record<string, string> = {},
    on: TestServer = server,
  ): Promise<Added> => {
    const body = JSON.stringify({
      slug: 'hello',
      content: `Some words ${++comments}.`,
      author_name: 'Ada',
      ...fields,
    })
    const { json, response } = await on.request('/api/comments', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...asNewClient(), ...headers },
    })
    expect(response.status).toBe(201)
    return json as Added
  }
  const get = async (path: string, on = server) => (await fetch(on.url + path)).text()
  /** The headers of a browser that presses a button of the page. */
  const press = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    server.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: {
        origin: server.url,
        'sec-fetch-site': 'same-origin',
        ...asNewClient(),
        ...headers,
      },
    })
  const mailTo = (address: string, text = '') =>
    smtp.next(
      ({ recipients, mail }) =>
        recipients.includes(address) && `${mail.subject}${mail.text}`.includes(text),
    )
  const linkIn = (text: string | undefined, path: string) =>
    new RegExp(`${origin}(${path}\\S*)`).exec(text ?? '')?.[1] ?? ''
  const tokenOf = (link: string) => new URL(link, origin).searchParams.get('token') ?? ''
  const runCron = async (name: string, on = server) =>
    (
      await on.request(`/api/cron/${name}`, {
        method: 'POST',
        headers: { authorization: 'Bearer test cron secret' },
      })
    ).json
  const isVerified = async (id: number) =>
    (await database.query('SELECT verified_at FROM comments WHERE id = $1', [id])).rows[0]
      .verified_at !== null
  const mailsTo = (address: string) =>
    smtp.mails.filter(({ recipients }) => recipients.includes(address)).length
  /**
   * Resolves when every e-mail has been sent or has failed, except summaries, which are due later.
   */
  const outboxIsDone = async () => {
    for (;;) {
      await runCron('send-mails')
      const { rows } = await database.query(
        `SELECT 1 FROM outbox_mails
          WHERE sent_at IS NULL AND failure IS NULL AND kind <> 'comment-summary'`,
      )
      if (rows.length === 0) return
    }
  }
  /** Verifies an address through its link and returns the cookie of that browser. */
  const confirm = async (address: string) => {
    const { id } = await write({ author_email: address })
    const link = linkIn((await mailTo(address)).mail.text, '/mail-links/verify')
    const { response } = await press('/api/verify-address', {
      token: tokenOf(link),
      [`comment-${id}`]: 'on',
    })
    return { id, link, response, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  return {
    smtp,
    environment,
    server,
    database,
    write,
    get,
    press,
    mailTo,
    linkIn,
    tokenOf,
    runCron,
    isVerified,
    mailsTo,
    outboxIsDone,
    confirm,
  }
}
