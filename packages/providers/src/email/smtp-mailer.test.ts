import { type SmtpSink, type SmtpSinkWishes, startSmtpSink } from '@gateway/devnet/smtp-sink'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LetterRefused, MailUnavailable } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const login = { user: 'gateway@pay.example', password: 'p/s:w@rd?' }
const letter = { to: 'ada@shop.example', subject: 'Confirm your e-mail address', text: 'https://gateway.test/account#token=abc' }

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

/** As an operator does with NODE_EXTRA_CA_CERTS, which is read only when a process starts. */
const trust = ({ certificate }: SmtpSink) => setDefaultCACertificates([...known, ...(certificate ? [certificate] : [])])

async function send(url: string): Promise<void> {
  const mailer = createSmtpMailer({ url, from: 'Example Pay <no-reply@pay.example>' })
  try {
    await mailer.send('letter-1', letter)
  } finally {
    mailer.close()
  }
}

const taken = { to: [letter.to], headers: { subject: letter.subject, 'message-id': '<letter-1@letters.gateway.invalid>' } }

describe('a letter', () => {
  test.each(['PLAIN', 'LOGIN'])('arrives at a server that wants a login over STARTTLS, said by %s', async (method) => {
    const sink = await openSink({ login, encryption: 'starttls' })
    trust(sink)
    await send(`${sink.url}&authMethod=${method}`)
    expect(sink.letters).toMatchObject([taken])
    expect(sink.passwords).toEqual([login.password])
  })

  test('arrives over smtps://', async () => {
    const sink = await openSink({ login, encryption: 'implicit' })
    trust(sink)
    await send(sink.url)
    expect(sink.url).toMatch(/^smtps:/)
    expect(sink.letters).toMatchObject([taken])
    expect(sink.passwords).toEqual([login.password])
  })
})

describe('neither password nor letter is given', () => {
  test('to a server that offers no STARTTLS although requireTLS is written', async () => {
    const sink = await openSink({ login })
    await expect(send(`${sink.url}?requireTLS=true`)).rejects.toThrow(MailUnavailable)
    expect([sink.passwords, sink.letters]).toEqual([[], []])
  })

  test.each(['starttls', 'implicit'] as const)('to a server whose certificate nobody knows (%s)', async (encryption) => {
    const sink = await openSink({ login, encryption })
    await expect(send(sink.url)).rejects.toThrow(MailUnavailable)
    expect([sink.passwords, sink.letters]).toEqual([[], []])
  })
})

describe('a letter that is not taken', () => {
  let sink: SmtpSink
  beforeEach(async () => {
    sink = await openSink({ login })
  })

  const urlWith = (change: Partial<Pick<URL, 'username' | 'password'>>) => Object.assign(new URL(sink.url), change).href

  test('because our password is wrong is sent once the password is right', async () => {
    await expect(send(urlWith({ password: 'wrong' }))).rejects.toThrow(new MailUnavailable('EAUTH 535'))
    await send(sink.url)
    expect(sink.letters).toMatchObject([taken])
  })

  test('because we say no password is sent once we say it', async () => {
    await expect(send(urlWith({ username: '', password: '' }))).rejects.toThrow(new MailUnavailable('EENVELOPE 530'))
    await send(sink.url)
    expect(sink.letters).toMatchObject([taken])
  })

  test('because we do not encrypt is sent once we do', async () => {
    const careful = await openSink({ encryption: 'starttls' })
    const url = new URL(careful.url)
    url.search = '?ignoreTLS=true'
    await expect(send(url.href)).rejects.toThrow(new MailUnavailable('EENVELOPE 530'))
    trust(careful)
    await send(careful.url)
    expect(careful.letters).toMatchObject([taken])
  })

  test('because the server asks for a login only when it hears the receiver is sent later', async () => {
    sink.answer = 530
    await expect(send(sink.url)).rejects.toThrow(new MailUnavailable('EENVELOPE 530'))
    sink.answer = 250
    await send(sink.url)
    expect(sink.letters).toMatchObject([taken])
  })

  test('because its sender is not known may be sent later, for an operator can name another', async () => {
    const strict = await openSink({ sender: 'billing@pay.example' })
    await expect(send(strict.url)).rejects.toThrow(new MailUnavailable('EENVELOPE 553'))
  })

  test('because its receiver is none is given up', async () => {
    sink.answer = 550
    await expect(send(sink.url)).rejects.toThrow(new LetterRefused('EENVELOPE 550'))
  })
})
