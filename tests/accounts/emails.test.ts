import { tables } from '@gateway/db/tables'
import { type SmtpSink, startSmtpSink } from '@gateway/devnet/mail/smtp-sink'
import { listQueuedEmails } from '@gateway/operations/accounts/emails/list-queued-emails'
import { register } from '@gateway/operations/accounts/register'
import { type SendEmailsContext, sendEmails } from '@gateway/operations/accounts/emails/send-emails'
import { type TestApiContext, testApiContext } from '@gateway/operations/testing/test-context'
import { createSmtpMailer } from '@gateway/providers/email/smtp-mailer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const MINUTE_MS = 60_000
const password = 'correct horse battery'

let ctx: TestApiContext
let sink: SmtpSink
let post: SendEmailsContext
let email: string
let accounts = 0
beforeAll(async () => {
  ctx = await testApiContext()
  sink = await startSmtpSink()
  const mailer = createSmtpMailer({ url: sink.url, from: 'Example Pay <no-reply@pay.example>' })
  post = { ...ctx, mailer, origin: 'https://gateway.test', webhookKey: ctx.webhookOpeningKey, attach: async () => [] }
})
afterAll(async () => {
  post?.mailer.close()
  await sink?.stop()
  await ctx?.close()
})
beforeEach(async () => {
  await tables(ctx.orm.em.fork()).deleteFrom('email').execute()
  sink.answer = '250'
  email = `ada-${++accounts}@shop.example`
  await register(ctx, { email, password })
})

const taken = () => sink.emails.filter(({ to }) => to.includes(email))
const row = () => tables(ctx.orm.em.fork()).selectFrom('email').selectAll().executeTakeFirstOrThrow()

describe('an e-mail', () => {
  test('reaches its recipient once, as text and HTML with an unbroken link, and its facts are then erased', async () => {
    expect(await listQueuedEmails(ctx)).toMatchObject([{ kind: 'verify_email', attempts: 0, lastProblem: null }])
    expect([await sendEmails(post), await sendEmails(post)]).toEqual([1, 0])
    const [mail, ...more] = taken()
    expect(more).toEqual([])
    expect(mail?.to).toEqual([email])
    expect(mail?.headers).toMatchObject({
      from: 'Example Pay <no-reply@pay.example>',
      subject: 'Confirm your e-mail address for Gateway',
      'auto-submitted': 'auto-generated',
      'content-language': 'en',
      'content-type': expect.stringMatching(/^multipart\/alternative/),
    })
    const [link] = /^https:\/\/gateway\.test\/account\/verify-email#token=[\w-]{43}$/m.exec(mail?.text ?? '') ?? []
    expect(mail?.html).toContain(`href="${link}"`)
    expect(await row()).toMatchObject({ sealed: null, sentAt: ctx.clock.now(), attempts: 1 })
    expect(await listQueuedEmails(ctx)).toEqual([])
  })

  test('goes out once when four senders send the queue at the same time', async () => {
    for (let turn = 0; turn < 5; turn++) await register(ctx, { email: `${turn}-${email}`, password })
    const before = sink.emails.length
    await Promise.all(Array.from({ length: 4 }, () => sendEmails(post)))
    const receivers = sink.emails.slice(before).flatMap(({ to }) => to)
    expect([receivers.length, new Set(receivers).size]).toEqual([6, 6])
  })

  test('retries after a 451 at growing intervals, and its recorded problem names no address', async () => {
    sink.answer = '451'
    await sendEmails(post)
    const first = await row()
    expect(first.lastProblem).toMatch(/^E-mails cannot be sent: EENVELOPE 451/)
    expect(first.lastProblem).not.toContain('@')
    expect(await sendEmails(post)).toBe(0)
    ctx.clock.advance(MINUTE_MS / 4)
    expect(await sendEmails(post)).toBe(1)
    ctx.clock.advance(MINUTE_MS / 4)
    expect(await sendEmails(post)).toBe(0)
    sink.answer = '250'
    ctx.clock.advance(MINUTE_MS)
    await sendEmails(post)
    expect(taken()).toHaveLength(1)
    expect(taken()[0]?.headers['message-id']).toContain(first.id)
  })

  test('stays queued while the mail server is unreachable', async () => {
    const away = await startSmtpSink()
    await away.stop()
    const mailer = createSmtpMailer({ url: away.url, from: 'no-reply@pay.example' })
    await sendEmails({ ...post, mailer })
    mailer.close()
    expect(await row()).toMatchObject({ sentAt: null, givenUpAt: null, lastProblem: expect.stringMatching(/cannot be sent/) })
  })

  test('fails for good at once, with its facts erased, when the mail server answers 550', async () => {
    sink.answer = '550'
    await sendEmails(post)
    expect(await row()).toMatchObject({
      sealed: null,
      sentAt: null,
      givenUpAt: ctx.clock.now(),
      lastProblem: expect.stringMatching(/550$/),
    })
  })

  test('goes out through another sender two minutes after its sender died', async () => {
    const dying = { send: () => new Promise<never>(() => {}), close: () => {} }
    void sendEmails({ ...post, mailer: dying })
    await expect.poll(async () => (await row()).attempts).toBe(1)
    expect(await sendEmails(post)).toBe(0)
    ctx.clock.advance(2 * MINUTE_MS)
    await sendEmails(post)
    expect(taken()).toHaveLength(1)
  })

  test('expires unsent with its link after 24 hours', async () => {
    ctx.clock.advance(24 * 60 * MINUTE_MS)
    await sendEmails(post)
    expect(taken()).toEqual([])
    expect(await row()).toMatchObject({ sealed: null, givenUpAt: ctx.clock.now() })
  })
})
