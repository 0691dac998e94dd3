import { type SmtpSink, type SmtpSinkWishes, startSmtpSink } from '@gateway/devnet/mail/smtp-sink'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Email, EmailRefused, MailUnavailable } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const login = { user: 'gateway@pay.example', password: 'p/s:w@rd?' }
const mail: Email = {
  to: 'ada@shop.example',
  fromName: null,
  replyTo: null,
  subject: 'Confirm your e-mail address',
  text: 'https://gateway.test/account#token=abc',
  html: '<p>https://gateway.test/account#token=abc</p>',
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: [],
}

const known = getCACertificates('default')
const sinks: SmtpSink[] = []
afterEach(async () => {
  setDefaultCACertificates(known)
  await Promise.all(sinks.splice(0).map((sink) => sink.stop()))
})

async function openSink(wishes: SmtpSinkWishes): Promise<SmtpSink> {
  const sink = await startSmtpSink(wishes)
  sinks.push(sink)
  return sink
}

/** Like NODE_EXTRA_CA_CERTS, which is read only when a process starts. */
const trust = ({ certificate }: SmtpSink) => setDefaultCACertificates([...known, ...(certificate ? [certificate] : [])])

async function send(url: string, sent = mail, from = 'Example Pay <no-reply@pay.example>'): Promise<void> {
  const mailer = createSmtpMailer({ url, from })
  try {
    await mailer.send('mail-1', sent)
  } finally {
    mailer.close()
  }
}

const taken = { to: [mail.to], headers: { subject: mail.subject, 'message-id': '<mail-1@mail.gateway.invalid>' } }

describe('an e-mail', () => {
  test.each(['PLAIN', 'LOGIN'])('arrives at a server that requires a login over STARTTLS, sent by %s', async (method) => {
    const sink = await openSink({ login, encryption: 'starttls' })
    trust(sink)
    await send(`${sink.url}&authMethod=${method}`)
    expect(sink.emails).toMatchObject([taken])
    expect(sink.passwords).toEqual([login.password])
  })

  test('arrives over smtps://', async () => {
    const sink = await openSink({ login, encryption: 'implicit' })
    trust(sink)
    await send(sink.url)
    expect(sink.url).toMatch(/^smtps:/)
    expect(sink.emails).toMatchObject([taken])
    expect(sink.passwords).toEqual([login.password])
  })
})

describe('a delivered e-mail', () => {
  const deliver = async (sent: Partial<Email>, from?: string) => {
    const sink = await openSink({})
    await send(sink.url, { ...mail, ...sent }, from)
    return sink.emails[0]
  }

  test('a delivered e-mail brings its files byte by byte, beside its alternatives', async () => {
    const content = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7) % 256))
    const received = await deliver({ attachments: [{ name: 'INV-42.pdf', type: 'application/pdf', content }] })
    expect(received?.attachments).toEqual([{ name: 'INV-42.pdf', type: 'application/pdf', content }])
    expect(received).toMatchObject({ text: mail.text, html: mail.html })
  })

  test('a delivered e-mail has its text and its HTML as alternatives, and says that a program wrote it', async () => {
    const received = await deliver({})
    expect(received?.headers).toMatchObject({
      from: 'Example Pay <no-reply@pay.example>',
      'auto-submitted': 'auto-generated',
      'content-type': expect.stringMatching(/^multipart\/alternative;/),
    })
    expect(received?.headers).not.toHaveProperty('reply-to')
    expect(received).toMatchObject({ text: mail.text, html: mail.html })
  })

  test.each(['Example Pay <no-reply@pay.example>', 'no-reply@pay.example', ' no-reply@pay.example '])(
    'comes in the name of a merchant, from the address of %j, and its replies go to the merchant',
    async (from) => {
      const received = await deliver({ fromName: 'Kestrel Coffee via Gateway', replyTo: 'mara@kestrel.example' }, from)
      expect(received?.headers).toMatchObject({
        from: 'Kestrel Coffee via Gateway <no-reply@pay.example>',
        'reply-to': 'mara@kestrel.example',
      })
    },
  )

  test('arrives whole in every script, with long lines and words', async () => {
    const sent = {
      subject: '払い戻し ⁨0.0015 BTC⁩: कहाँ؟ €',
      text: `${'ж'.repeat(2_000)}\n.\n..\nFrom here\n`,
      html: `<p>${'漢'.repeat(2_000)}</p>\n`,
    }
    const received = await deliver(sent)
    expect(received?.headers['subject']).toBe(sent.subject)
    expect(received).toMatchObject({ text: sent.text, html: sent.html })
  })

  test('goes to one recipient, whatever the addresses and names in it contain', async () => {
    const names = {
      fromName: 'Kestrel" <eve@evil.example>, "',
      replyTo: 'mara@kestrel.example, eve@evil.example',
      subject: 'a\r\nBcc: eve@evil.example',
    }
    const received = await deliver(names)
    expect(received?.to).toEqual([mail.to])
    expect(received?.headers).not.toHaveProperty('bcc')
    expect(received?.headers['from']).toMatch(/<no-reply@pay\.example>$/)
  })
})

describe('createSmtpMailer', () => {
  test('sends neither password nor e-mail to a server without STARTTLS when requireTLS is set', async () => {
    const sink = await openSink({ login })
    await expect(send(`${sink.url}?requireTLS=true`)).rejects.toThrow(MailUnavailable)
    expect([sink.passwords, sink.emails]).toEqual([[], []])
  })

  test.each(['starttls', 'implicit'] as const)(
    'sends neither password nor e-mail to a server with an untrusted certificate (%s)',
    async (encryption) => {
      const sink = await openSink({ login, encryption })
      await expect(send(sink.url)).rejects.toThrow(MailUnavailable)
      expect([sink.passwords, sink.emails]).toEqual([[], []])
    },
  )
})

describe('a rejected e-mail', () => {
  let sink: SmtpSink
  beforeEach(async () => {
    sink = await openSink({ login })
  })

  const urlWith = (change: Partial<Pick<URL, 'username' | 'password'>>) => Object.assign(new URL(sink.url), change).href

  test('stays queued after a wrong password, and arrives once it is right', async () => {
    await expect(send(urlWith({ password: 'wrong' }))).rejects.toThrow(new MailUnavailable('EAUTH 535'))
    await send(sink.url)
    expect(sink.emails).toMatchObject([taken])
  })

  test('stays queued without a password, and arrives with one', async () => {
    await expect(send(urlWith({ username: '', password: '' }))).rejects.toThrow(new MailUnavailable('EENVELOPE 530'))
    await send(sink.url)
    expect(sink.emails).toMatchObject([taken])
  })

  test('stays queued without encryption, and arrives with it', async () => {
    const careful = await openSink({ encryption: 'starttls' })
    const url = new URL(careful.url)
    url.search = '?ignoreTLS=true'
    await expect(send(url.href)).rejects.toThrow(new MailUnavailable('EENVELOPE 530'))
    trust(careful)
    await send(careful.url)
    expect(careful.emails).toMatchObject([taken])
  })

  test('stays queued when the server demands a login only after the recipient', async () => {
    sink.answer = '530'
    await expect(send(sink.url)).rejects.toThrow(new MailUnavailable('EENVELOPE 530'))
    sink.answer = '250'
    await send(sink.url)
    expect(sink.emails).toMatchObject([taken])
  })

  test('stays queued when its sender is unknown, because an operator can set another', async () => {
    const strict = await openSink({ sender: 'billing@pay.example' })
    await expect(send(strict.url)).rejects.toThrow(new MailUnavailable('EENVELOPE 553'))
  })

  // Servers may reject the client or the sender only in their answer to the recipient (Postfix: smtpd_delay_reject).
  test.each([
    ['the server denies relaying', '554 5.7.1'],
    ['the server denies relaying', '550 5.7.1'],
    ['the server denies relaying without a status', '554'],
    ['the server denies the sender', '553 5.7.1'],
    ['the domain of the sender is unknown', '550 5.1.8'],
    ['the address of the sender is malformed', '553 5.1.7'],
    ['the password is missing', '535'],
    ['the server does not support the request', '555 5.5.4'],
  ])('stays queued because %s (%s), and arrives once that is fixed', async (_why, answer) => {
    sink.answer = answer
    await expect(send(sink.url)).rejects.toThrow(new MailUnavailable(`EENVELOPE ${answer}`))
    sink.answer = '250'
    await send(sink.url)
    expect(sink.emails).toMatchObject([taken])
  })

  test.each([
    ['the domain of the sender is not authenticated', '550 5.7.26'],
    ['the sender is rejected after the content', '554'],
    ['the content is rejected without a status', '550'],
  ])('stays queued because %s (%s), and arrives once that is fixed', async (_why, verdict) => {
    sink.verdict = verdict
    await expect(send(sink.url)).rejects.toThrow(new MailUnavailable(`EMESSAGE ${verdict}`))
    sink.verdict = '250'
    await send(sink.url)
    expect(sink.emails).toMatchObject([taken])
  })

  test.each([
    ['is unknown', '550 5.1.1', 'recipient'],
    ['is unknown, without a status', '550', 'recipient'],
    ['has moved', '551 5.1.6', 'recipient'],
    ['has a full mailbox', '552 5.2.2', 'mailbox'],
    ['has a full mailbox, without a status', '552', 'mailbox'],
    ['has a disabled mailbox', '554 5.2.1', 'recipient'],
    ['has a malformed address', '501 5.1.3', 'recipient'],
    ['has an impossible address', '553', 'recipient'],
    ['has a domain without mail', '556 5.1.10', 'recipient'],
    ['is rejected for an unspecified reason', '550 5.0.0', 'recipient'],
  ] as const)('fails for good because its recipient %s (%s)', async (_why, answer, about) => {
    sink.answer = answer
    const error = await send(sink.url).catch((thrown: unknown) => thrown)
    expect(error).toEqual(new EmailRefused(about, `EENVELOPE ${answer}`))
    expect(error).toHaveProperty('about', about)
  })

  test.each([
    ['has an unsupported content type', '554 5.6.0', 'content'],
    ['is too large', '552 5.3.4', 'content'],
    ['addresses a disabled mailbox', '550 5.2.1', 'recipient'],
    ['addresses a full mailbox', '552 5.2.2', 'mailbox'],
  ] as const)('fails for good because it %s (%s)', async (_why, verdict, about) => {
    sink.verdict = verdict
    const error = await send(sink.url).catch((thrown: unknown) => thrown)
    expect(error).toEqual(new EmailRefused(about, `EMESSAGE ${verdict}`))
    expect(error).toHaveProperty('about', about)
  })
})

test('an e-mail to a domain in other forms of its letters goes to that domain as the DNS knows it (UTS 46)', async () => {
  const sink = await openSink({})
  await send(sink.url, { ...mail, to: 'ada@ｓhop.example' })
  expect(sink.emails).toMatchObject([{ to: ['ada@shop.example'] }])
})
