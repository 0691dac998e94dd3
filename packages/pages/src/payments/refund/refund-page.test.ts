import { describe, expect, test } from 'vitest'
import { type Language, languageCodes, languages } from '../../locales/languages.ts'
import { refundTexts } from '../../locales/refund-texts.ts'
import { refundPage } from './refund-page.ts'
import { SAMPLE_ADDRESS, type SampleRefund, sampleRefunds } from './test-refunds.ts'

type SampleName = keyof typeof sampleRefunds

const names = Object.keys(sampleRefunds) as SampleName[]
const draw = (sample: SampleRefund, language: Language = 'en'): string => refundPage({ ...sample, language, nonce: 'n0nce' })
const page = (name: SampleName, language: Language = 'en'): string => draw(sampleRefunds[name], language)
/** The visible text: without markup, with single spaces. */
const textOf = (html: string): string =>
  html
    .replace(/<head>[^]*<\/head>|<option[^]*?<\/option>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replaceAll(/ ([.,:?])/g, '$1')
const text = (name: SampleName): string => textOf(page(name))
const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

describe('an offered refund', () => {
  test('shows the merchant, the exact amount, the reason, the network fee, and until when the link works', () => {
    for (const part of [
      '0.002 BTC can be sent back to you',
      'Less than the full amount arrived before the time was up, so Kestrel Coffee was not paid.',
      'Held for you 0.002 BTC',
      'Network fee, at the moment about 0.0000141 BTC',
      'You receive about 0.0019859 BTC',
      'The network fee of the day it is sent is taken off. There is no other fee.',
      'Network Bitcoin',
      'This link works until Nov 13, 2026, 12:15 UTC',
      'Order 4192: Feldgrind hand grinder',
      'Payment reference: 9b1e6f52-7c04-4a57-b3a9-2f1de4c08a61',
    ])
      expect(text('offered')).toContain(part)
  })

  test('gives the reason of late money and of a failed payment', () => {
    expect(text('offered-late')).toContain('It arrived after the time was up, so Kestrel Coffee was not paid.')
    expect(text('offered-failed')).toContain('The payment to Kestrel Coffee did not go through.')
  })

  test('claims no network fee and no rest while there is no estimate', () => {
    expect(text('offered-late')).not.toMatch(/at the moment about|You receive/)
  })

  test('says that nothing would remain at the moment, and promises no rest', () => {
    expect(text('offered-small')).toContain('The network fee is higher than the amount at the moment')
    expect(text('offered-small')).toContain('Held for you 0.00001 BTC')
    expect(text('offered-small')).not.toContain('You receive')
  })

  test('asks for an address of the right network in a form that posts to the page itself', () => {
    const html = page('offered')
    expect(text('offered')).toContain('Your Bitcoin address')
    expect(html).toContain('<form method="post" class="stack" novalidate>')
    expect(html).toMatch(
      /<input\s[^>]*id="address" name="address" value="" dir="ltr" autocomplete="off"[^>]*aria-describedby="address-hint"/,
    )
    expect(idsOf(html)).toContain('address-hint')
    expect(text('offered')).toContain('Nothing is sent yet. You see everything once more before you confirm.')
  })

  test('names a test network, under the strip of the test mode', () => {
    expect(text('offered-test')).toContain('Your Bitcoin regtest address')
    expect(text('offered-test')).toContain('Test mode. Do not send real money')
    expect(text('offered')).not.toContain('Test mode')
  })

  test('asks for no address while a reorg holds the money back', () => {
    expect(text('unsettled')).toContain('Your money is being confirmed again')
    expect(page('unsettled')).not.toContain('<form method="post"')
  })
})

describe('an address that cannot be used', () => {
  test.each([
    ['missing', 'Enter the address that the money is sent to.', ''],
    ['malformed', 'This is not a Bitcoin address. A character may be missing or wrong', `${SAMPLE_ADDRESS.slice(0, -1)}x`],
    ['other-network', 'This address is of another network. Enter an address on Bitcoin.', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['own-address', 'This is an address for payments to a shop.', SAMPLE_ADDRESS],
    ['no-wallet', 'This is the address of a token or a program, not of a wallet.', SAMPLE_ADDRESS],
    ['unchecked', 'The address cannot be checked right now.', SAMPLE_ADDRESS],
  ] as const)('%s: the error replaces the hint, is tied to the field, and the typed address is kept', (name, sentence, typed) => {
    const html = page(name)
    expect(text(name)).toContain(sentence)
    expect(html).toMatch(new RegExp(`value="${typed}"[^>]*aria-describedby="address-error"[^>]*aria-invalid="true"[^>]*autofocus`))
    expect(idsOf(html)).toContain('address-error')
    expect(idsOf(html)).not.toContain('address-hint')
  })

  test('appears as text, however it was typed', () => {
    const typed = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`
    const html = draw({ refund: sampleRefunds.offered.refund, isTestNetwork: false, show: { step: 'offer', typed, problem: 'malformed' } })
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;"')
    expect(html).not.toContain('<script>')
  })
})

describe('the question before the claim', () => {
  test('restates the amount, the whole address in fours, the waiting time and that it cannot be called back', () => {
    for (const part of [
      'Send 0.002 BTC to this address?',
      '0.002 BTC, less the network fee',
      'Sent after a waiting time of 48 hours: on Oct 16, 2026, 12:15 UTC at the earliest',
      'Sent once. It cannot be called back, not by you, the shop or us. At a wrong address the money is lost.',
    ])
      expect(text('review')).toContain(part)
    expect(page('review')).toContain(
      '<span class="addr__group addr__edge">bc1q</span><wbr><span class="addr__group addr__edge">y9qz</span>',
    )
  })

  test('says that it is sent at once without a waiting time', () => {
    expect(text('review-now')).toContain('Sent as soon as you confirm')
    expect(text('review-now')).not.toContain('waiting time')
  })

  test('puts the safe button first, and sends the address as it was shown', () => {
    const html = page('review')
    expect(html).toContain(`<input type="hidden" name="address" value="${SAMPLE_ADDRESS}" />`)
    expect([...html.matchAll(/name="step" value="(\w+)"/g)].map(([, step]) => step)).toEqual(['edit', 'claim'])
  })
})

describe('a claimed refund', () => {
  test('shows the address and the earliest payout, and how to stop a wrong one', () => {
    for (const part of [
      'Your refund is sent on Oct 16, 2026, 12:15 UTC at the earliest',
      'If this address is not yours, tell Kestrel Coffee before Oct 16, 2026, 12:15 UTC',
      'To this address',
    ])
      expect(text('claimed')).toContain(part)
    expect(page('claimed')).toContain('addr__group')
    expect(page('claimed')).not.toContain('<form method="post"')
  })

  test('tells a second claimant that another address was named before', () => {
    expect(text('taken')).toContain('Another address was named before yours')
    expect(text('taken')).toContain('tell Kestrel Coffee at once')
  })

  test('says after the hold why it is not sent yet', () => {
    expect(text('due')).toContain('Your refund is about to be sent')
    expect(text('fee-delay')).toContain('Your refund waits for a lower network fee')
    expect(text('fee-delay')).not.toContain('You receive')
  })

  test('shows the transaction once the network has it, with a link where an explorer exists', () => {
    expect(text('paying')).toContain('Your refund is being sent')
    expect(text('paying')).not.toContain('View transaction')
    expect(text('sent')).toContain('Amount 0.002 BTC Network fee 0.000011 BTC You receive 0.001989 BTC')
    expect(page('sent')).toContain('href="https://mempool.space/tx/4b94c1f3a6e8d2b5f7091c3e5a7d9b2f4c6e8a0d1f3b5c7e9a2d4f6b8c0e134e"')
    expect(text('returned')).toContain('0.001989 BTC was sent back to you')
    expect(text('returned')).toContain('You received 0.001989 BTC')
    expect(text('returned-unlinked')).toContain('4b94c1f3a6e8d2b5f7091c3e5a7d9b2f4c6e8a0d1f3b5c7e9a2d4f6b8c0e134e')
    expect(page('returned-unlinked')).not.toContain('View transaction')
  })

  test('asks again as long as something can change, and not after the end', () => {
    for (const name of ['claimed', 'due', 'fee-delay', 'paying', 'sent', 'unsettled'] as const) expect(text(name)).toContain('Check again')
    for (const name of ['returned', 'overtaken'] as const) expect(text(name)).not.toContain('Check again')
  })

  test('says that a completed payment leaves nothing to send back', () => {
    expect(text('overtaken')).toContain('The money counts as paid to Kestrel Coffee, so nothing is sent back.')
    expect(text('overtaken')).not.toContain('BTC')
  })
})

describe.each(languageCodes)('in %s', (language) => {
  test.each(names)('%s has one heading, no empty text and no inline script or style', (name) => {
    const html = page(name, language)
    expect(html).toContain(`<html lang="${language}" dir="${languages[language].dir}"`)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/undefined|\[object|\$\{| style="| on\w+="/)
    expect([...html.matchAll(/<script(?![^>]* src=)/g)]).toEqual([])
    expect(new Set(idsOf(html)).size).toBe(idsOf(html).length)
  })
})

test('every text differs from its English original in every other language, names of units and coins aside', () => {
  const same = languageCodes.filter((code) => code !== 'en').flatMap((code) => equalTexts(code))
  expect(same).toEqual(['fr transaction'])
})

function equalTexts(code: Language): string[] {
  const english = new Map(Object.entries(refundTexts.en))
  return Object.entries(refundTexts[code]).flatMap(([key, words]) => (words === english.get(key) ? [`${code} ${key}`] : []))
}
