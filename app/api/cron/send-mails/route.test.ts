import { describe, expect, test } from 'vitest'
import { isNightly } from '@/test/nightly'
import { startMailingBlog } from '@/test/servers/mailing-blog'
import { startServer } from '@/test/servers/server'

const { environment, smtp, server, database, write, get, mailTo, runCron, outboxIsDone } =
  await startMailingBlog()

/** Timeout for tests that start their own servers on a busy machine. */
const slowTimeout = { timeout: 150_000 }

describe('the outbox', () => {
  const makeMailsDue = () =>
    database.query(
      'UPDATE outbox_mails SET next_attempt_at = now(), lease_until = NULL WHERE sent_at IS NULL',
    )
  const deleteOwnerMails = () =>
    database.query(`DELETE FROM outbox_mails WHERE kind = 'comment-new'`)

  /** Returns the number of e-mails that were tried and will be retried. */
  const countRetries = async () => {
    const { rows } = await database.query(
      `SELECT 1 FROM outbox_mails WHERE attempts > 0 AND lease_until IS NULL
        AND sent_at IS NULL AND failure IS NULL`,
    )
    return rows.length
  }

  if (isNightly)
    test('survives an unavailable mail server and a killed blog', slowTimeout, async () => {
      const victim = await startServer({ ...environment, DATABASE_URL: server.databaseUrl })
      await outboxIsDone()
      await deleteOwnerMails()
      await smtp.stop()
      await write({ content: 'Not to be lost.' }, {}, victim)
      victim.process.kill('SIGKILL')
      await smtp.start()
      await makeMailsDue()
      const nextServer = await startServer({ ...environment, DATABASE_URL: server.databaseUrl })
      await runCron('send-mails', nextServer)
      await mailTo('olivia@owner.example', 'Not to be lost.')
    })

  if (isNightly)
    test('does not delay responses while the mail server hangs', async () => {
      await outboxIsDone()
      await deleteOwnerMails()
      smtp.behave('silent')
      const attempt = smtp.nextAttempt()
      const start = performance.now()
      await write({ content: 'Answered at once.' })
      expect(performance.now() - start).toBeLessThan(3_000)
      await attempt
      smtp.behave('taking')
      await expect.poll(countRetries, { timeout: 20_000 }).toBe(1)
      await makeMailsDue()
      await outboxIsDone()
      await mailTo('olivia@owner.example', 'Answered at once.')
    })

  test('sends an e-mail again if the mail server dies during delivery', async () => {
    await outboxIsDone()
    await deleteOwnerMails()
    smtp.behave('dying')
    const attempt = smtp.nextAttempt()
    await write({ content: 'Broken off.' })
    await attempt
    await expect.poll(countRetries).toBe(1)
    smtp.behave('taking')
    await makeMailsDue()
    await outboxIsDone()
    expect(smtp.mails.filter(({ mail }) => mail.text?.includes('Broken off.'))).toHaveLength(1)
  })

  if (isNightly)
    test('is shared by two processes, which send each e-mail once', slowTimeout, async () => {
      const secondServer = await startServer({ ...environment, DATABASE_URL: server.databaseUrl })
      await outboxIsDone()
      smtp.forget()
      await database.query(`
      INSERT INTO outbox_mails (kind, comment_id)
      SELECT 'comment-new', (SELECT max(id) FROM comments WHERE status = 'published')
      FROM generate_series(1, 40)`)
      await Promise.all(
        [server, secondServer, server, secondServer].map((process) =>
          runCron('send-mails', process),
        ),
      )
      expect(smtp.mails).toHaveLength(40)
      expect(new Set(smtp.mails.map(({ mail }) => mail.messageId)).size).toBe(40)
    })
})

test('no log line, response or page contains an address', async () => {
  smtp.behave({ refusesRecipient: 550 })
  await forgetAll()
  await write({ author_email: 'kim@reader.example' })
  await outboxIsDone()
  smtp.behave('taking')
  expect(server.output()).toMatch(
    /mail \d+ \(verify-address\): EENVELOPE RCPT TO 550, attempt 1, given up/,
  )
  const pages = [
    await get('/posts/hello'),
    await get('/comments.xml'),
    await get('/'),
    await get('/api/comments?slug=hello'),
  ]
  for (const text of [server.output(), ...pages])
    expect(text).not.toMatch(/@reader\.example|@owner\.example|reader\.example|owner\.example/)
  const { rows } = await database.query('SELECT failure, data::text FROM outbox_mails')
  expect(JSON.stringify(rows)).not.toContain('example')
})

async function forgetAll() {
  await database.query('DELETE FROM outbox_mails')
}

test(
  'without a mail server the outbox stays empty and no page mentions replies by mail',
  slowTimeout,
  async () => {
    expect(await get('/posts/hello')).toContain(
      '<small>optional, never shown, used to notify you of replies',
    )
    const silent = await startServer({
      OWNER_EMAIL: 'olivia@owner.example',
      TRUSTED_PROXY_HOPS: '1',
      DATABASE_URL: server.databaseUrl,
    })
    await forgetAll()
    await write({ author_email: 'lou@reader.example' }, {}, silent)
    expect((await database.query('SELECT 1 FROM outbox_mails')).rows).toEqual([])
    expect(await runCron('send-mails', silent)).toEqual({ sent: 0 })
    expect(await get('/posts/hello', silent)).not.toContain(
      '<small>optional, never shown, used to notify you of replies',
    )
  },
)
