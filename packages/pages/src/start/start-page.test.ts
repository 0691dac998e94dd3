import { describe, expect, test } from 'vitest'
import { emailPage } from './email-page.ts'
import { firstCardPayment, firstPayment } from './first-payment.ts'
import { ago } from './headline.ts'
import { mailboxPage } from './mailbox-page.ts'
import { startPage } from './start-page.ts'
import { sampleEmails, sampleStarts, START_NOW } from './test-starts.ts'

const turn = { now: START_NOW, nonce: 'n0nce' }
const page = (name: keyof typeof sampleStarts): string => startPage(sampleStarts[name], turn)
/** The visible text: without markup, with single spaces. */
const textOf = (html: string): string =>
  html
    .replace(/<head>[^]*<\/head>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
const text = (name: keyof typeof sampleStarts): string => textOf(page(name))

describe('the start page', () => {
  test('says of a running gateway since when, from where, and where its data stays', () => {
    expect(text('ready')).toContain(
      'The gateway is running Started 4 minutes ago from ~/payment-gateway. Ctrl-C in the terminal stops everything; data stays in .data.',
    )
    expect(page('ready')).toContain('data-start="ready"')
  })

  test('lists every part with its state and its block height', () => {
    expect(text('ready')).toContain('Read 1 second ago')
    for (const line of [
      'API localhost:4000 Ready',
      'Bitcoin regtest, a block every 2 s Block 231',
      'Ethereum anvil, a block every second Block 1,204',
    ])
      expect(text('ready')).toContain(line)
  })

  test('shows of a starting gateway nothing that it does not know yet, and offers to look again', () => {
    expect(text('starting')).toContain('The gateway is starting')
    expect(text('starting')).toContain('Look again')
    expect(text('starting')).not.toContain('What runs')
  })

  test('names the parts that do not answer, the functions missing without them, their logs and their last height', () => {
    expect(text('problem')).toContain('Temporal and Bitcoin do not answer Payments do not move on until it is back.')
    expect(text('problem')).toContain('Its log is .data/bitcoin/bitcoin.log.')
    expect(text('problem')).toContain('Bitcoin regtest, a block every 2 s No answer Block 231')
    expect(page('problem')).toContain('data-start="problem"')
  })

  test('says so when npm run dev no longer reports', () => {
    expect(text('silent')).toContain('npm run dev does not answer It last reported 2 minutes ago. What you see below is from then.')
  })

  test('shows the demo business with its login, and copies its key and each part of the login exactly', () => {
    const key = sampleStarts.ready?.demo.apiKey
    expect(page('ready')).toContain(`data-copy="${key}"`)
    expect(text('ready')).toContain(`API key ${key}`)
    expect(text('ready')).toContain('Sign in as demo@shop.example Password demo demo demo')
    for (const copied of ['demo@shop.example', 'demo demo demo']) expect(page('ready')).toContain(`data-copy="${copied}"`)
  })

  test('shows wallets with their balance, and a dash before it is known', () => {
    expect(text('ready')).toContain('Customer, Bitcoin the node’s own wallet 4999.9997256 BTC')
    expect(text('ready')).toContain('Demo shop, Ethereum 0xB7f67DF37Ce042414E0A1E5ECA1AA38714B5B0AA 0.0082500066 ETH')
    expect(text('ready')).toContain('Yours, BTC bcrt1qwd4cptw8nl9d357rht449wym28atun8ghpufwz –')
    expect(text('ready')).toContain('1000000000 USDC')
  })

  test('links to docs, OpenAPI, mailbox, Temporal and health', () => {
    for (const href of ['/docs', '/openapi.json', '/mailbox', 'http://127.0.0.1:28233', '/health/ready'])
      expect(page('ready')).toContain(`href="${href}"`)
    expect(text('ready')).toContain('2 e-mails that this gateway sent')
  })
})

test('the first payment is three commands with the key and the address in place', () => {
  const [create, pay, watch] = firstPayment({
    api: 'http://127.0.0.1:4123',
    demo: { apiKey: 'gw_live_x' },
    payCommand: 'DATA_DIR=/tmp/x npm run pay --',
  })
  expect(create?.command).toMatch(
    /^PAYMENT=\$\(curl -s http:\/\/127\.0\.0\.1:4123\/api\/payments\/create .*'Authorization: Bearer gw_live_x'/s,
  )
  expect(create?.command).toMatch(/\necho http:\/\/127\.0\.0\.1:4123\/pay\/\$PAYMENT$/)
  expect(pay?.command).toBe('DATA_DIR=/tmp/x npm run pay -- $PAYMENT')
  expect(watch?.command).toContain('curl -sN http://127.0.0.1:4123/api/payments/$PAYMENT/events')
})

test('the first payment by card is two commands with the key and the address in place', () => {
  const view = { api: 'http://127.0.0.1:4123', demo: { apiKey: 'gw_live_x' }, payCommand: 'DATA_DIR=/tmp/x npm run pay --' }
  const [create, pay] = firstCardPayment(view)
  expect(create?.command).toMatch(
    /^CHECKOUT=\$\(curl -s http:\/\/127\.0\.0\.1:4123\/api\/cards\/payments\/create .*'Authorization: Bearer gw_live_x'/s,
  )
  expect(pay?.command).toBe('DATA_DIR=/tmp/x npm run pay -- CARD $CHECKOUT')
})

test.each([
  [400, 'just now'],
  [1_000, '1 second ago'],
  [59_999, '59 seconds ago'],
  [60_000, '1 minute ago'],
  [7_200_000, '2 hours ago'],
  [86_400_000, '1 day ago'],
])('ago says of %d ms: %s', (ms, said) => expect(ago(ms)).toBe(said))

describe('the mailbox', () => {
  test('lists e-mails, and says how to get one while there is none', () => {
    expect(textOf(mailboxPage(sampleEmails, turn))).toContain('2026-10-01 12:03:00 UTC Confirm your e-mail address to demo@shop.example')
    expect(textOf(mailboxPage([], turn))).toContain('No e-mail yet.')
  })

  test('shows the HTML of an e-mail in a frame in which nothing runs, and links to this gateway in the text only', () => {
    const [confirm] = sampleEmails
    const html = confirm ? emailPage(confirm, { ...turn, api: 'http://localhost:4000' }) : ''
    expect(html).toMatch(
      /<iframe\s+class="mail__html"\s+src="\/mailbox\/1790000002000-000002\/html"\s+sandbox\s+title="Confirm your e-mail address"/,
    )
    expect(html).toContain('<a href="http://localhost:4000/account/verify-email#token=abc">')
    expect(html).not.toContain('<a href="https://elsewhere.example')
  })

  test('shows an e-mail without HTML without a frame, and turns none of its text into markup', () => {
    const [, hostile] = sampleEmails
    const pages = [mailboxPage(sampleEmails, turn), hostile ? emailPage(hostile, { ...turn, api: 'http://localhost:4000' }) : '']
    for (const html of pages) {
      expect(html).not.toMatch(/<script>|<img|href="(?:javascript|http:\/\/127\.0\.0\.1:4000\.evil)/)
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    }
    expect(pages[1]).not.toContain('<iframe')
  })
})
