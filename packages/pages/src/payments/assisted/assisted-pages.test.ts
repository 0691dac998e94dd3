import { describe, expect, test } from 'vitest'
import { assistedRefundTexts } from '../../locales/assisted-refund-texts.ts'
import { type Language, languageCodes, languages } from '../../locales/languages.ts'
import { payRefundPage } from './pay-refund-page.ts'
import { payerRefundPage } from './payer-refund-page.ts'
import { PAYER_BTC, samplePayerPages, samplePayPages } from './test-assisted-refunds.ts'

type PayerName = keyof typeof samplePayerPages
type PayName = keyof typeof samplePayPages

const reader = (language: Language) => ({ language, nonce: 'n0nce' })
const payerPage = (name: PayerName, language: Language = 'en'): string =>
  payerRefundPage({ ...samplePayerPages[name], ...reader(language) })
const payPage = (name: PayName, language: Language = 'en'): string => payRefundPage({ ...samplePayPages[name], ...reader(language) })
/** The visible text: without markup and what only scripts show, with single spaces. */
const textOf = (html: string): string =>
  html
    .replace(/<head>[^]*<\/head>|<option[^]*?<\/option>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replaceAll(/ ([.,:?])/g, '$1')
const payer = (name: PayerName): string => textOf(payerPage(name))
const pay = (name: PayName): string => textOf(payPage(name))
const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

describe("the payer's page", () => {
  test('says who returns how much and why, that it arrives whole, and that nobody here holds it', () => {
    for (const part of [
      'Kestrel Coffee returns 0.002 BTC to you',
      'Kestrel Coffee pays it from its own wallet: we do not hold this money.',
      'Reason: Item out of stock',
      'Amount 0.002 BTC Value €108.64 Network Bitcoin This link works until Oct 28, 2026, 12:15 UTC',
      'All of it arrives: Kestrel Coffee pays the network fee.',
      'Order 4192: Feldgrind hand grinder',
      'Payment reference: 9b1e6f52-7c04-4a57-b3a9-2f1de4c08a61',
    ])
      expect(payer('offered')).toContain(part)
    expect(payer('offered')).not.toMatch(/Held for you|waiting time|at the moment/)
    expect(payer('offered-plain')).not.toContain('Reason')
  })

  test('asks for an address of the right network, keeps a wrong one, and never names a sender', () => {
    expect(payerPage('offered')).toMatch(/<input\s[^>]*id="address" name="address" value=""/)
    expect(payer('offered-test')).toContain('Your Bitcoin regtest address')
    expect(payer('offered-test')).toContain('Test mode. Do not send real money')
    expect(payer('malformed')).toContain('This is not a Bitcoin address.')
    expect(payerPage('malformed')).toMatch(new RegExp(`value="${PAYER_BTC.slice(0, -1)}x"[^>]*aria-invalid="true"`))
  })

  test('restates amount, address and consequences before it is named, the safe button first', () => {
    for (const part of [
      'Send 0.002 BTC to this address?',
      'Kestrel Coffee gets the address and pays 0.002 BTC to it from its own wallet',
      'You name one address, once. Only Kestrel Coffee can start again with another one.',
      'At a wrong address the money is lost.',
    ])
      expect(payer('review')).toContain(part)
    const html = payerPage('review')
    expect(html).toContain(`<input type="hidden" name="address" value="${PAYER_BTC}" />`)
    expect([...html.matchAll(/name="step" value="(\w+)"/g)].map(([, step]) => step)).toEqual(['edit', 'claim'])
  })

  test('says whose turn it is once the address is known, and how to stop a wrong one', () => {
    expect(payer('named')).toContain('Kestrel Coffee has your address and can pay')
    expect(payer('named')).toContain('If the address below is not yours, tell Kestrel Coffee at once.')
    expect(payer('named')).toContain('Open until Oct 28, 2026')
    expect(payerPage('named')).toContain('addr__group')
    expect(payer('taken')).toContain('Another address was named before yours')
    for (const name of ['named', 'partly', 'paying', 'refunded'] as const) expect(payerPage(name)).not.toContain('<form method="post"')
  })

  test('shows what has arrived for good and what is still open', () => {
    expect(payer('partly')).toContain('0.0008 BTC of 0.002 BTC has been sent')
    expect(payer('partly')).toContain('0.0012 BTC is still missing.')
    expect(payer('partly')).toContain('Final so far 0.0008 BTC Still to be paid 0.0012 BTC')
    expect(payer('paying')).toContain('Your refund is on its way')
    expect(payer('paying')).toContain('Transfers Being confirmed 0.002 BTC')
    expect(payer('refunded')).toContain('0.002 BTC was sent back to you The refund is final. Nothing is left to do.')
    expect(payerPage('refunded')).toContain('href="https://mempool.space/tx/4b94c1f3')
  })

  test('says that a reorganisation has taken a transfer back', () => {
    expect(payer('lost')).toContain('The network took back its latest blocks')
    expect(payer('lost')).toContain('Taken back by the network 0.0012 BTC')
    expect(payer('partly')).not.toContain('took back')
  })

  test('names no address once the refund is over, and says whom to ask', () => {
    expect(payer('cancelled')).toContain('Kestrel Coffee has cancelled this refund')
    expect(payer('expired')).toContain('Ask Kestrel Coffee to renew it: you then get a new link.')
    for (const name of ['cancelled', 'expired'] as const) expect(payerPage(name)).not.toContain('addr__group')
  })

  test('looks again by itself while something can change, and says what a screen reader hears without markup', () => {
    const looks = (['named', 'paying', 'refunded', 'cancelled', 'expired'] as const).map(
      (name) => /data-look="(\d+)"/.exec(payerPage(name))?.[1],
    )
    expect(looks).toEqual(['15', '15', '0', '0', '0'])
    expect(payerPage('partly')).toContain('data-announce="0.0008 BTC of 0.002 BTC has been sent"')
    expect(payerPage('offered')).not.toContain('data-look')
    for (const name of ['named', 'paying'] as const) expect(payer(name)).toContain('Check again')
    for (const name of ['refunded', 'cancelled', 'expired'] as const) expect(payer(name)).not.toContain('Check again')
  })
})

describe('the page of whoever pays', () => {
  test('shows the exact amount, the whole address, the code, a way into a wallet, and what does not count', () => {
    const html = payPage('named')
    for (const part of ['Pay this refund', '€108.64', 'Send exactly 0.002 BTC', 'Send Bitcoin (BTC) only', 'What is sent above the amount'])
      expect(textOf(html)).toContain(part)
    expect(html).toContain(`data-copy="${PAYER_BTC}"`)
    expect(html).toContain('data-copy="0.002"')
    expect(html).toContain(`href="bitcoin:${PAYER_BTC}?amount=0.002"`)
    expect(html).toContain('id="qr-link"')
  })

  test('puts the bare address into the code of a token', () => {
    expect(payPage('named-token')).not.toContain('id="qr-link"')
    expect(pay('named-token')).toContain('Send USDC on Ethereum only')
  })

  test('asks for nothing before an address is named and once nothing is open', () => {
    expect(pay('unnamed')).toContain('The payer has not named an address yet')
    expect(pay('paying')).toContain('Paid: the network is confirming it')
    expect(pay('refunded')).toContain('The refund has arrived')
    expect(pay('cancelled')).toContain('Do not pay it: nothing that arrives counts any more.')
    expect(pay('expired')).toContain('Do not pay it now. Renew it in the portal first.')
    for (const name of ['unnamed', 'paying', 'refunded', 'cancelled', 'expired'] as const) {
      expect(payPage(name)).not.toContain('id="wallet"')
      expect(payPage(name)).not.toContain('addr__group')
    }
  })

  test('asks for the rest alone, and shows every transfer', () => {
    const html = payPage('partly')
    expect(textOf(html)).toContain('0.0012 BTC still missing')
    expect(textOf(html)).toContain('Send the rest 0.0012 BTC')
    expect(html).toMatch(/value="0\.0008"\s+max="0\.002"/)
    expect(textOf(html)).toContain('Final 0.0008 BTC')
    expect(textOf(payPage('lost'))).toContain('It usually comes back by itself, and does not count until then.')
  })

  test('takes a transaction while the address is watched and something is open, in a form that posts to the page itself', () => {
    for (const name of ['named', 'partly', 'lost'] as const)
      expect(payPage(name)).toMatch(/<form method="post" class="stack" novalidate>[^]*name="tx_hash" value=""/)
    for (const name of ['unnamed', 'paying', 'refunded', 'cancelled', 'expired'] as const) expect(payPage(name)).not.toContain('tx_hash')
  })

  test('ties the problem of a typed transaction to its field, and keeps it', () => {
    expect(pay('malformed')).toContain('This is not a transaction ID of Bitcoin.')
    expect(payPage('malformed')).toMatch(/value="hello"[^>]*aria-describedby="tx-error"[^>]*aria-invalid="true"[^>]*autofocus/)
    expect(pay('missing')).toContain('Enter the transaction ID.')
    expect(pay('full')).toContain('This link takes no further transaction.')
    expect(idsOf(payPage('malformed'))).not.toContain('tx-hint')
  })

  test('says what became of a named transaction', () => {
    expect(pay('looked-for')).toContain('Looked for 4b94c1f3')
    expect(pay('refused')).toMatch(/Not counted 4b94c1f3\w+ It is older than the payment\./)
  })
})

describe.each(languageCodes)('in %s', (language) => {
  const pages = [
    ...Object.keys(samplePayerPages).map((name) => [`payer ${name}`, payerPage(name as PayerName, language)] as const),
    ...Object.keys(samplePayPages).map((name) => [`pay ${name}`, payPage(name as PayName, language)] as const),
  ]
  test.each(pages)('%s has one heading, no empty text and no inline script or style', (_name, html) => {
    expect(html).toContain(`<html lang="${language}" dir="${languages[language].dir}"`)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/undefined|\[object|\$\{| style="| on\w+="/)
    expect([...html.matchAll(/<script(?![^>]* src=)/g)]).toEqual([])
    expect(new Set(idsOf(html)).size).toBe(idsOf(html).length)
    expect(html).not.toMatch(/data-(?:announce|version)="[^"]*</)
  })
})

test('texts of a merchant and a typed address stay texts', () => {
  const evil = `"><script>alert(1)</script>`
  const { refund, isTestNetwork, now } = samplePayPages.named
  const hostile = { ...refund, businessName: evil, description: evil, reason: evil }
  const drawn = [
    payRefundPage({ ...reader('en'), now, isTestNetwork, refund: hostile, qrText: refund.paymentUri, typed: evil, problem: 'malformed' }),
    payerRefundPage({ ...reader('en'), now, isTestNetwork, refund: hostile, show: { step: 'progress' } }),
    payerRefundPage({
      ...reader('en'),
      now,
      isTestNetwork,
      refund: { ...hostile, state: 'offered' },
      show: { step: 'offer', typed: evil, problem: 'malformed' },
    }),
  ]
  for (const html of drawn) expect(html).not.toContain('<script>')
})

test('every text differs from its English original in every other language', () => {
  const same = languageCodes.filter((code) => code !== 'en').flatMap((code) => equalTexts(code))
  expect(same).toEqual([])
})

function equalTexts(code: Language): string[] {
  const english = new Map(Object.entries(assistedRefundTexts.en))
  return Object.entries(assistedRefundTexts[code]).flatMap(([key, words]) => (words === english.get(key) ? [`${code} ${key}`] : []))
}
