import { on, once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMailbox, readMailbox } from './mailbox.ts'

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'mailbox-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

/** Delivers an e-mail as a client would that knows no library. */
async function deliver(url: string, subject: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const replies = on(socket, 'data')
  const message = `To: ada@shop.example\r\nSubject: ${subject}\r\n\r\nHello\r\n.`
  for (const line of ['HELO shop.example', 'MAIL FROM:<no-reply@pay.example>', 'RCPT TO:<ada@shop.example>', 'DATA', message, 'QUIT']) {
    await replies.next()
    socket.write(`${line}\r\n`)
  }
  await once(socket, 'close')
}

test('a mailbox keeps e-mails across starts, newest first, readable by their owner alone', async () => {
  for (const subject of ['first', 'second']) {
    const mailbox = await openMailbox(dataDir)
    await deliver(mailbox.url, subject)
    await mailbox.stop()
  }
  const stored = await readMailbox(dataDir)
  expect(stored.map(({ headers }) => headers['subject'])).toEqual(['second', 'first'])
  expect(stored[0]).toMatchObject({ headers: { to: 'ada@shop.example' }, text: 'Hello\n', html: undefined })
  expect(statSync(join(dataDir, 'mail', `${stored[0]?.id}.eml`)).mode & 0o077).toBe(0)
})

test('a folder without a mailbox has no e-mails', async () => {
  expect(await readMailbox(dataDir)).toEqual([])
})
