import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type messages from '@/messages/en.json'

// Users of speech recognition say the text that they see (WCAG 2.2, 2.5.3).
test.each(readdirSync('messages'))('in %s, the names of buttons contain their text', (file) => {
  const { comments, embed }: typeof messages = JSON.parse(readFileSync(`messages/${file}`, 'utf8'))
  for (const { reply, replyTo, report, reportOf } of [comments, { ...comments, ...embed }]) {
    expect(replyTo.toLowerCase()).toContain(reply.toLowerCase())
    expect(reportOf.toLowerCase()).toContain(report.toLowerCase())
  }
})
