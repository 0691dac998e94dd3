import { type SmtpSink, type SmtpSinkWishes, startSmtpSink } from '@gateway/devnet/mail/smtp-sink'
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
    sink.answer = '530'
    await expect(send(sink.url)).rejects.toThrow(new MailUnavailable('EENVELOPE 530'))
    sink.answer = '250'
    await send(sink.url)
    expect(sink.letters).toMatchObject([taken])
  })

  test('because its sender is not known may be sent later, for an operator can name another', async () => {
    const strict = await openSink({ sender: 'billing@pay.example' })
    await expect(send(strict.url)).rejects.toThrow(new MailUnavailable('EENVELOPE 553'))
  })

  // Servers may say only of the receiver what they have against the client or the sender (Postfix: smtpd_delay_reject).
  test.each([
    ['we may not send to other servers through it', '554 5.7.1'],
    ['we may not send to other servers through it', '550 5.7.1'],
    ['we may not send to other servers through it, in an older form', '554'],
    ['we may not send in the name of our sender', '553 5.7.1'],
    ['the domain of our sender is not known', '550 5.1.8'],
    ['the address of our sender is misspelt', '553 5.1.7'],
    ['we have not said our password', '535'],
    ['it does not know what we ask for', '555 5.5.4'],
  ])('because %s (%s) is sent once that is mended', async (_why, answer) => {
    sink.answer = answer
    await expect(send(sink.url)).rejects.toThrow(new MailUnavailable(`EENVELOPE ${answer}`))
    sink.answer = '250'
    await send(sink.url)
    expect(sink.letters).toMatchObject([taken])
  })

  test.each([
    ['whoever sends for our domain is not believed to be us', '550 5.7.26'],
    ['our sender is not known, which is said when the letter is read', '554'],
    ['something about it is refused that the number alone does not tell', '550'],
  ])('because %s (%s) is sent once that is mended', async (_why, verdict) => {
    sink.verdict = verdict
    await expect(send(sink.url)).rejects.toThrow(new MailUnavailable(`EMESSAGE ${verdict}`))
    sink.verdict = '250'
    await send(sink.url)
    expect(sink.letters).toMatchObject([taken])
  })

  test.each([
    ['is none', '550 5.1.1'],
    ['is none, as servers without the longer codes say it', '550'],
    ['has moved', '551 5.1.6'],
    ['has a full mailbox', '552 5.2.2'],
    ['has a mailbox that is switched off', '554 5.2.1'],
    ['has an address that is misspelt', '501 5.1.3'],
    ['has an address that cannot be', '553'],
    ['has a domain that takes no mail', '556 5.1.10'],
    ['is refused for what has no name', '550 5.0.0'],
  ])('because its receiver %s (%s) is given up', async (_why, answer) => {
    sink.answer = answer
    await expect(send(sink.url)).rejects.toThrow(new LetterRefused(`EENVELOPE ${answer}`))
  })

  test.each([
    ['is made of what is not taken', '554 5.6.0'],
    ['is too large', '552 5.3.4'],
    ['is for a mailbox that is switched off', '550 5.2.1'],
  ])('because it %s (%s) is given up', async (_why, verdict) => {
    sink.verdict = verdict
    await expect(send(sink.url)).rejects.toThrow(new LetterRefused(`EMESSAGE ${verdict}`))
  })
})
