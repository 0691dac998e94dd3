import { describe, expect, test } from 'vitest'
import { languageCodes, languages } from '../locales/languages.ts'
import { checkoutPage } from './checkout-page.ts'
import { type SampleCheckout, sampleCheckouts } from './test-checkouts.ts'
import { unknownPaymentPage } from './unknown-payment-page.ts'

type SampleName = keyof typeof sampleCheckouts

const pageOf = (input: SampleCheckout, language: (typeof languageCodes)[number] = 'en'): string =>
  checkoutPage({ ...input, language, nonce: 'n0nce' })
const page = (name: SampleName, language: (typeof languageCodes)[number] = 'en'): string => pageOf(sampleCheckouts[name], language)
/** The visible text: without markup, with single spaces. */
const textOf = (html: string): string =>
  html
    .replace(/<head>[^]*<\/head>|<noscript>[^]*?<\/noscript>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replaceAll(/ ([.,])/g, '$1')
const text = (name: SampleName): string => textOf(page(name))

describe('a payment that waits', () => {
  test('shows the fiat amount, the exact amount, the time left and the warning of its asset', () => {
    for (const part of ['€149.00', '0.0027431 BTC', '9:41 left to send', 'The price is held until 14:47 UTC.', 'Send Bitcoin (BTC) only'])
      expect(text('waiting-btc')).toContain(part)
    expect(text('waiting-btc')).toContain('1 BTC = €54,318.22')
    expect(text('waiting-usdc')).toContain('Other coins, and USDC sent over another network, do not pay this order.')
    expect(text('waiting-usdc')).toContain('USDC on Ethereum Token contract 0xA0b8…eB48')
  })

  test.each([
    ['waiting-btc', 'On the Bitcoin network, not Lightning', 'Send Bitcoin (BTC) only', 'Other coins do not pay this order.'],
    ['waiting-bch', 'On the Bitcoin Cash network', 'Send Bitcoin Cash (BCH) only', 'Other coins do not pay this order.'],
    [
      'waiting-eth',
      'On the Ethereum network',
      'Send Ether (ETH) only',
      'Other coins, and ETH sent over another network, do not pay this order.',
    ],
    [
      'waiting-pol',
      'On the Polygon network',
      'Send Polygon (POL) only',
      'Other coins, and POL sent over another network, do not pay this order.',
    ],
    [
      'waiting-sol',
      'On the Solana network',
      'Send Solana (SOL) only',
      'Other coins, and SOL sent over another network, do not pay this order.',
    ],
    [
      'waiting-usdc-pol',
      'Token contract 0x3c49…3359',
      'Send USDC on Polygon only',
      'USDC sent over another network, do not pay this order.',
    ],
    [
      'waiting-usdc-sol',
      'Token contract EPjFWd…Dt1v',
      'Send USDC on Solana only',
      'USDC sent over another network, do not pay this order.',
    ],
  ] as const)('%s names its network or contract, and warns of what does not pay it', (name, ...parts) => {
    for (const part of parts) expect(text(name)).toContain(part)
  })

  test('copies the amount as shown, and the address without the gaps of its groups', () => {
    const html = page('waiting-usdc')
    expect(html).toContain('data-copy="174.024761"')
    expect(html).toContain('data-copy="0xB7f67DF37Ce042414E0A1E5ECA1AA38714B5B0AA"')
    expect(html).toContain('<span class="addr__group addr__edge">0xB7f6</span><wbr><span class="addr__group addr__edge">7DF3</span>')
    expect(html).toContain('<bdi class="addr" dir="ltr">')
  })

  test('offers a coin as a link with its amount and as an address, and a token as an address only', () => {
    expect(page('waiting-btc')).toContain('data-copy="bitcoin:bc1qy9qzc6hhh3mp28ks4fw0d6t5ceulka8mkyymtw?amount=0.0027431"')
    expect(page('waiting-btc').match(/<svg width="512" height="512"/g)).toHaveLength(2)
    expect(page('waiting-usdc').match(/<svg width="512" height="512"/g)).toHaveLength(1)
    expect(page('waiting-usdc')).toContain(
      'aria-label="QR code with the address 0xB7f67DF37Ce042414E0A1E5ECA1AA38714B5B0AA. Send 174.024761 USDC to it. Press to copy the address."',
    )
  })

  test('links to the wallet and to the shop, and leaves the way back out where the shop names none', () => {
    expect(page('waiting-eth')).toContain('href="ethereum:0xB7f67DF37Ce042414E0A1E5ECA1AA38714B5B0AA@1?value=41278830000000000"')
    expect(page('waiting-btc')).toContain('href="https://kestrel.example/cart"')
    expect(page('waiting-eth')).not.toContain('Cancel')
  })

  test('asks for the rest only once a part has arrived, at the same address', () => {
    for (const part of ['0.0007431 BTC still missing', 'Received 0.002 BTC', 'of 0.0027431 BTC', 'Send the rest', 'To the same address'])
      expect(text('short')).toContain(part)
    expect(page('short')).toContain('?amount=0.0007431')
    expect(text('short')).toContain('This code asks for the rest only.')
  })

  test('says where money of another asset is now', () => {
    expect(text('wrong-asset')).toContain('0.05 ETH arrived. This order can only be paid in USDC on Ethereum.')
    expect(text('wrong-asset')).toContain('149.5 USDC (Polygon) arrived.')
    expect(text('wrong-asset')).toContain('It is held, not lost, and Kestrel Coffee can see it.')
    expect(text('unknown-token')).toContain('A token that we do not take arrived. This order can only be paid in ETH.')
    expect(text('unknown-token')).not.toContain('150000000')
    expect(text('unknown-token')).not.toContain('not lost')
  })

  test('says that a deposit that was seen is gone', () => {
    expect(text('replaced')).toContain('Another transaction took its place, so it does not count.')
    expect(text('reorged')).toContain('Your payment was in one of them and usually comes back by itself.')
  })

  test('shows the strip of the test mode where only coins without value are taken', () => {
    expect(text('waiting-test')).toContain('Test mode. Do not send real money')
    expect(text('waiting-btc')).not.toContain('Test mode')
  })
})

describe('a payment that was seen', () => {
  test('counts confirmations and has neither a countdown nor an address', () => {
    expect(text('seen')).toContain('2 of 12 confirmations')
    expect(page('seen')).toContain('href="https://etherscan.io/tx/0x8ce39f3a4a1d5b0e6c1f6e2d7c9b8a7f6e5d4c3b2a1908f7e6d5c4b3a297da8e"')
    for (const part of ['id="timer"', 'addr__group', 'data-copy', '<svg width="512"']) expect(page('seen')).not.toContain(part)
  })

  test('shows the transaction without a link where no explorer knows it', () => {
    expect(text('seen-without-explorer')).toContain('4b94c1f3a6e8d2b5f7091c3e5a7d9b2f4c6e8a0d1f3b5c7e9a2d4f6b8c0e134e')
    expect(page('seen-without-explorer')).not.toContain('mempool.space')
  })

  test('names exceptions that do not stop it', () => {
    expect(text('seen-reorged')).toContain('Its confirmations are counted again.')
    expect(text('seen-reorged')).toContain('You sent 5.975239 USDC more than asked')
    expect(text('seen-late')).toContain('A transfer came after the time was up It counts all the same.')
  })
})

describe('a paid payment', () => {
  test.each(['confirmed', 'forwarding', 'paid-btc'] as const)('reads as paid in the state %s alike', (name) => {
    for (const part of ['Paid Kestrel Coffee has your payment.', 'Order total €149.00', 'You paid 0.0027431 BTC', '14 Oct 2026, 14:37 UTC'])
      expect(text(name).replace('Oct 14, 2026', '14 Oct 2026')).toContain(part)
  })

  test('leads back to the shop by a link and never by itself, and not at all where the shop names no page', () => {
    expect(page('paid')).toContain('<a class="btn btn--primary" id="return" href="https://kestrel.example/thanks?order=4192">')
    expect(page('paid')).not.toMatch(/http-equiv="?refresh/i)
    expect(page('forwarding')).not.toContain('id="return"')
  })

  test('says how much was asked where less was taken as the whole', () => {
    expect(text('paid-accepted')).toContain('Kestrel Coffee accepts this as the whole payment; 0.0027431 BTC was asked for.')
    expect(text('paid-within-tolerance')).toContain('accepts this as the whole payment')
    expect(text('paid')).not.toContain('was asked for')
    const whole = { ...sampleCheckouts['paid-accepted'].payment, amount_received: '0.0027431' }
    expect(textOf(pageOf({ ...sampleCheckouts['paid-accepted'], payment: whole }))).not.toContain('was asked for')
  })

  test('says how the payment differs from the request', () => {
    for (const part of ['You sent 5.975239 USDC more than asked', 'several transfers', '0.05 ETH arrived', 'after the time was up'])
      expect(text('paid-oddly')).toContain(part)
    expect(text('paid-oddly')).not.toContain('still needs')
  })
})

describe('a payment that has ended', () => {
  test('offers to start again only once the network has been read up to the deadline', () => {
    const [late, closed] = [text('time-up'), text('expired')]
    expect(late).toContain('Do not send: the time is up')
    expect(late).toContain('The network is read late at the moment')
    expect([late, closed].map((page) => page.includes('If you have not sent anything Start again at'))).toEqual([false, true])
    expect([late, closed].map((page) => page.includes('If you already sent it'))).toEqual([true, true])
  })

  test('names money of another asset that was passed on to the merchant', () => {
    expect(text('wrong-asset-forwarded')).toContain(
      '0.05 ETH arrived. This order can only be paid in USDC on Ethereum. It was passed on to Kestrel Coffee.',
    )
  })

  test.each(['expired', 'failed', 'failed-replaced'] as const)('says not to send, and that it is still watched: %s', (name) => {
    expect(text(name)).toMatch(/Do not send|did not go through/)
    expect(text(name)).toContain('We are still watching the address and will see your payment.')
    expect(page(name)).toContain('href="https://kestrel.example/cart"')
    for (const part of ['id="timer"', 'id="wallet"', '<svg width="512"']) expect(page(name)).not.toContain(part)
  })

  test('names the held money, and never that nothing was sent then', () => {
    expect(text('expired-short')).toContain('0.002 BTC arrived, 0.0007431 BTC is missing')
    expect(text('expired-late')).toContain('0.0027431 BTC arrived after the time was up')
    for (const name of ['expired-short', 'expired-late'] as const) expect(text(name)).not.toContain('If you have not sent anything')
  })

  test('names the refunded amount', () => {
    expect(text('expired-returned')).toContain('0.002 BTC was sent back')
    expect(text('expired-returned')).not.toContain('held, not lost')
  })

  test('gives the reason of a failure', () => {
    expect(text('failed-replaced')).toContain('We saw your transaction, but another one took its place.')
    expect(text('failed')).toContain('This payment can no longer be completed.')
    const there = { ...sampleCheckouts['failed-replaced'].payment, amount_received: '0.002' }
    expect(textOf(pageOf({ ...sampleCheckouts['failed-replaced'], payment: there }))).not.toContain(
      'We saw your transaction, but another one took its place.',
    )
  })
})

describe('every checkout page', () => {
  const every = Object.entries<SampleCheckout>(sampleCheckouts)

  test.each(languageCodes)('shows every state in %s, in its direction, without a missing value', (language) => {
    for (const [name, input] of every) {
      const html = pageOf(input, language)
      expect(html).toContain(`<html lang="${language}" dir="${languages[language].dir}"`)
      expect([name, /\b(?:undefined|NaN|null)\b|\[object/.exec(html)?.[0]]).toEqual([name, undefined])
    }
  })

  test('contains one first heading, one live region, and no code or style in its markup', () => {
    for (const [, input] of every) {
      const html = pageOf(input)
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(html.match(/role="status"/g)).toHaveLength(1)
      expect(
        / style=| on[a-z]+=|javascript:|<style|<script(?! type="module" nonce="n0nce" src="\/assets\/)/.exec(html)?.[0],
      ).toBeUndefined()
    }
  })

  test('loads nothing from another origin', () => {
    for (const [, input] of every)
      for (const [, address = ''] of pageOf(input).matchAll(/(?:src|<link[^>]* href)="([^"]*)"/g))
        expect(address).toMatch(/^(?:\/assets\/|data:,$)/)
  })

  test('names each id once', () => {
    for (const [name, input] of every) {
      const ids = [...pageOf(input).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      expect([name, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([name, []])
    }
  })

  test('escapes every text that a merchant writes, and follows only links to the web', () => {
    const evil = '"><img src=x onerror=alert(1)>\u202e'
    const { payment } = sampleCheckouts.paid
    const html = pageOf({
      ...sampleCheckouts.paid,
      payment: { ...payment, business_name: evil, description: evil, success_url: 'javascript:alert(1)', cancel_url: 'data:text/html,1' },
    })
    expect(html).not.toContain('<img')
    expect(html).not.toContain('javascript:')
    expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;')
  })
})

test('an unknown payment link says what not to do with money, in every language', () => {
  expect(textOf(unknownPaymentPage({ language: 'en', nonce: 'n' }))).toContain('Do not send money to an address you kept from before')
  for (const language of languageCodes) expect(unknownPaymentPage({ language, nonce: 'n' })).not.toMatch(/undefined|\[object/)
})

test('the links of the merchant carry the id of the payment, and may open an app', () => {
  const { payment } = sampleCheckouts.paid
  const linkOf = (success_url: string) =>
    /id="return" href="([^"]+)"/.exec(
      checkoutPage({ ...sampleCheckouts.paid, payment: { ...payment, success_url }, language: 'en', nonce: 'n' }),
    )?.[1]
  expect(linkOf('https://shop.example/{payment_id}?id={payment_id}')).toBe(`https://shop.example/${payment.id}?id=${payment.id}`)
  expect(linkOf('com.example.shop:/paid/{payment_id}')).toBe(`com.example.shop:/paid/${payment.id}`)
  expect(linkOf('data:text/html,1')).toBeUndefined()
})
