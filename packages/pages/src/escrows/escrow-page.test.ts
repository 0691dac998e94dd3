import { describe, expect, test } from 'vitest'
import { escrowTexts } from '../locales/escrow-texts.ts'
import { type Language, languageCodes, languages } from '../locales/languages.ts'
import { escrowPage } from './escrow-page.ts'
import { SAMPLE_FORM_TOKEN, type SampleEscrow, sampleEscrows } from './test-escrows.ts'
import { escrowTokenPage, unknownEscrowPage } from './token-page.ts'

type SampleName = keyof typeof sampleEscrows

const names = Object.keys(sampleEscrows) as SampleName[]
const draw = (sample: SampleEscrow, language: Language = 'en'): string => escrowPage({ ...sample, language, nonce: 'n0nce' })
const page = (name: SampleName, language: Language = 'en'): string => draw(sampleEscrows[name], language)
/** The visible text: without markup, with single spaces. */
const textOf = (html: string): string =>
  html
    .replace(/<head>[^]*<\/head>|<option[^]*?<\/option>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replaceAll(/ ([.,:?)])/g, '$1')
const text = (name: SampleName, language: Language = 'en'): string => textOf(page(name, language))
const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
/** What the page offers to do. */
const offered = (name: SampleName): string[] => ['release', 'refund', 'dispute'].filter((id) => idsOf(page(name)).includes(id))
/** The states of the picture: those behind, the current one in brackets, those ahead with a question mark. */
const pictured = (name: SampleName): string[] =>
  [...page(name).matchAll(/<li class="((?:is-[a-z-]+ ?)*)"[^>]*>[^]*?<b>([^<]+)<\/b>/g)].map(([, classes = '', state]) =>
    classes.includes('is-current') ? `[${state}]` : classes.includes('is-passed') ? `${state}` : `${state}?`,
  )

describe('an escrow that waits for its deposit', () => {
  test('tells the depositor what to send where, until when, and what does not count', () => {
    for (const part of [
      'You are the depositor. You pay in. Only you can release or refund the money.',
      'To be paid in 2400 USDC Created',
      'The whole amount has to be sent by Oct 17, 2026, 14:00 UTC. Otherwise the escrow expires.',
      'Send exactly 2400 USDC',
      '$2,400.00 · your wallet adds the network fee',
      'Send USDC on Ethereum only Other coins, and the same coin over another network, do not fund this escrow.',
    ])
      expect(text('created')).toContain(part)
    const html = page('created')
    expect(html).toContain('data-copy="0x96fE83C89107FAe52B4Ef778334C906c1ec5c1eD"')
    expect(html).toContain('id="wallet" href="ethereum:0xA0b8')
  })

  test('asks for the rest only, on a test network by its name', () => {
    expect(text('created-partly')).toContain('0.03 BTC still missing Send the rest to the same address.')
    expect(text('created-partly')).toContain('Send the rest 0.03 BTC')
    expect(text('created-partly')).toContain('Bitcoin regtest')
    expect(text('created-partly')).toContain('Test mode. Do not send real money')
    expect(text('created')).not.toContain('Test mode')
  })

  test('asks the depositor of a contract for an address first, and shows nobody where to pay before', () => {
    const shown = text('created-unnamed')
    for (const part of [
      'Waiting for the depositor’s address Where to pay depends on it. The whole amount has to be sent by Oct 17, 2026, 14:00 UTC.',
      'Your address for refunds Money that goes back to you goes to this address, and where you pay depends on it.',
      'Escrow address None yet',
    ])
      expect(shown).toContain(part)
    expect(idsOf(page('created-unnamed-beneficiary'))).not.toContain('h-address')
    expect(text('created-unnamed-beneficiary')).toContain('Waiting for the depositor’s address')
    for (const name of ['created-unnamed', 'created-unnamed-beneficiary'] as const) expect(page(name)).not.toContain('data-copy="0x96fE')
  })

  test('asks for no address once the time is up', () => {
    const late = draw({ ...sampleEscrows['created-unnamed'], now: sampleEscrows['created-late'].now })
    expect(textOf(late)).toContain('Do not send: the time is up')
    expect(idsOf(late)).not.toContain('h-address')
  })

  test('tells everybody not to send where the address is not served', () => {
    expect(text('created-refused')).toContain('Do not send: this escrow has no address It cannot be paid, and expires by itself.')
    expect(idsOf(page('created-refused'))).not.toContain('h-address')
  })

  test.each(['created-unnamed', 'created-beneficiary', 'created-seen', 'created-late', 'funded', 'expired', 'settled'] as const)(
    'asks nobody to pay where nothing is to be paid, or not by this party: %s',
    (name) => {
      expect(idsOf(page(name))).not.toContain('wallet')
    },
  )

  test('says what became of the deposit', () => {
    expect(text('created-seen')).toContain('Deposit seen The network is confirming it.')
    expect(text('created-late')).toContain('Do not send: the time is up')
    expect(text('expired')).toContain('Do not send: the escrow has expired')
  })
})

describe('the picture of the states', () => {
  test.each([
    ['created', ['[Created]', 'Funded?', 'Released?', 'Settled?']],
    ['funded', ['Created', '[Funded]', 'Released?', 'Settled?', 'or Refunded?', 'or Disputed?']],
    ['disputed', ['Created', 'Funded', '[Disputed]', 'Decision?']],
    ['released', ['Created', 'Funded', '[Released]', 'Settled?']],
    ['settled', ['Created', 'Funded', 'Released', '[Settled]']],
    ['refunded', ['Created', 'Funded', '[Refunded]']],
    ['expired', ['Created', '[Expired]']],
  ] as const)('of an escrow that is %s', (name, states) => {
    expect(pictured(name)).toEqual(states)
    expect(page(name).match(/aria-current="step"/g)).toHaveLength(1)
  })
})

describe('what a party may do', () => {
  test.each([
    ['created', []],
    ['created-beneficiary', []],
    ['funded', ['release', 'refund', 'dispute']],
    ['funded-beneficiary', ['dispute']],
    ['funded-unnamed', ['release', 'dispute']],
    ['disputed', ['release']],
    ['disputed-beneficiary', []],
    ['released', []],
    ['settled', []],
    ['settled-beneficiary', []],
    ['refunded', []],
    ['expired', []],
  ] as const)('%s: %j', (name, actions) => {
    expect(offered(name)).toEqual(actions)
  })

  test('is said with what it does, before it is pressed', () => {
    for (const part of [
      '2376 USDC go to the beneficiary, 24 USDC are the fee. This cannot be undone.',
      'All 2400 USDC go back to you, without a fee. This cannot be undone.',
      'The money stays locked until it is decided, at most 14 days. Without a decision it goes back to the depositor.',
    ])
      expect(text('funded')).toContain(part)
  })

  test('leads to a question first, in the language that was asked for', () => {
    const html = draw({ ...sampleEscrows.funded, query: { id: 'x', lang: 'de' } }, 'de')
    expect(html).toContain('href="?id=x&amp;lang=de&amp;do=release"')
    expect(html).not.toContain('<form method="post"')
  })
})

describe('the address of a depositor who has none', () => {
  test('is asked for before a refund, with what waits for it', () => {
    for (const part of [
      'Your address for refunds We do not know yet where money goes back to you.',
      'Your Bitcoin address',
      'Check the address',
      'Depositor (you) Not named yet',
    ])
      expect(text('funded-unnamed')).toContain(part)
    expect(text('address-wrong')).toContain('This is not a Bitcoin address.')
    expect(page('address-wrong')).toContain('value="bc1qnonsense"')
    const beneficiary = draw({ ...sampleEscrows['funded-unnamed'], role: 'beneficiary' })
    expect(idsOf(beneficiary)).not.toContain('address')
    expect(textOf(beneficiary)).toContain('Not named yet')
  })

  test('is shown whole once more, with the hold, and the safe way out first', () => {
    const shown = text('address-review')
    for (const part of ['Does money go back to this address?', 'A refund is sent there 48 hours after you name it, at the earliest.'])
      expect(shown).toContain(part)
    expect(shown.indexOf('Change the address')).toBeLessThan(shown.indexOf('Use this address'))
    expect(page('address-review')).toContain(`value="${SAMPLE_FORM_TOKEN}"`)
  })
})

describe('the question before an action', () => {
  test('restates the consequence of a release, asks for a tick, and puts the safe way out first', () => {
    for (const part of [
      'Release 2400 USDC?',
      '2376 USDC to the beneficiary, at this address: 0x5b10 BA3b',
      '24 USDC fee',
      'Final. Nobody can undo it, including us.',
      'I have received what I paid for',
      'Keep it locked Release 2400 USDC',
    ])
      expect(text('release')).toContain(part)
    expect(page('release')).toMatch(/<input type="checkbox" id="received" required/)
    expect(page('release')).not.toContain('novalidate')
  })

  test('restates a refund, with the network fee where it is taken off', () => {
    expect(text('refund')).toContain('Refund 0.05 BTC to yourself?')
    expect(text('refund')).toContain('The network fee is taken off what is paid out.')
    expect(text('release')).not.toContain('network fee')
    expect(page('refund')).toContain('>\nNever sent.</textarea>')
  })

  test.each([
    ['dispute', 'reason-hint', 'Both parties and the operators read this. Up to 2,000 characters.'],
    ['dispute-missing', 'reason-error', 'Say what went wrong.'],
    ['dispute-long', 'reason-error', 'Shorten it to 2,000 characters.'],
  ] as const)('%s: the sentence is tied to the field, and what was typed is kept', (name, id, sentence) => {
    expect(text(name)).toContain(sentence)
    expect(page(name)).toContain(`aria-describedby="${id}"`)
    expect(idsOf(page(name)).filter((found) => found.startsWith('reason-'))).toEqual([id])
    const { show } = sampleEscrows[name]
    expect(page(name)).toContain(`\n${'reason' in show ? show.reason : ''}</textarea>`)
  })

  test.each(['release', 'refund', 'dispute'] as const)('%s is sent to the page itself, with the token of its forms', (name) => {
    expect(page(name)).toContain('<form method="post" class="stack"')
    expect(page(name)).toContain(`name="form_token" value="${SAMPLE_FORM_TOKEN}"`)
    expect(page(name)).toMatch(new RegExp(`<button class="btn btn--\\w+ grow" name="action" value="${name}">`))
  })
})

describe('the facts', () => {
  test('amounts, with what is above and that it goes back', () => {
    expect(text('funded')).toContain(
      'Amount 2400 USDC Paid in 2500 USDC Above the amount 100 USDC Fee on release, 1% 24 USDC Beneficiary gets 2376 USDC A refund returns 2400 USDC',
    )
    expect(text('funded')).toContain('What is above the amount goes back to the depositor, without a fee.')
    expect(text('funded-beneficiary')).not.toContain('Above the amount')
  })

  test('deadlines, while the clock does something', () => {
    expect(text('created')).toContain('Deposit due Oct 17, 2026, 14:00 UTC')
    expect(text('funded')).toContain('Expires Oct 17, 2026, 14:00 UTC')
    expect(text('funded')).toContain('Automatic refund Oct 20, 2026, 14:00 UTC')
    expect(text('disputed')).toContain('Decision due Oct 30, 2026, 09:05 UTC')
    expect(text('settled')).not.toContain('Deadlines')
  })

  test('transactions, with a link where an explorer knows them', () => {
    expect(page('settled').match(/href="https:\/\/etherscan\.io\/tx\/[0-9a-f]{64}" rel="noreferrer"/g)).toHaveLength(2)
    expect(page('funded-coin')).not.toContain('View transaction')
    expect(idsOf(page('created'))).not.toContain('h-transactions')
  })

  test('the history, oldest first, with who did it, what they said, and the seals', () => {
    expect(text('disputed')).toMatch(
      /Oct 14, 14:00:02 Created System 0a1c…e1 Oct 14, 14:06:11 Deposit seen, 2400 USDC Depositor b2c4…19 Oct 14, 14:21:36 Funded System 3ad8…7f Oct 16, 09:05:40 Disputed “Two of the forty bags arrived open.” Depositor 51f0…c2/,
    )
  })

  test('who has opened a dispute, and an end that leaves nothing to do', () => {
    expect(text('disputed')).toContain('Opened by the depositor. Nobody is paid until it is decided.')
    expect(text('disputed-beneficiary')).toContain('Opened by the beneficiary.')
    expect(text('settled')).toContain('Done: 2376 USDC went to the beneficiary Nothing is left to do.')
    expect(text('refunded-sent')).toContain('Done: 0.05 BTC went back to the depositor')
    expect(text('overtaken')).toContain('That is no longer possible')
  })

  test('how operators have decided, with their reason, beside the state and in the history', () => {
    expect(text('decided-refund')).toContain(
      'Refunded to the depositor The transfer is being made. It is done once the network has confirmed it. The operators decided for refund “The photographs show the open bags.”',
    )
    expect(text('decided-refund')).toContain('Dispute decided “The photographs show the open bags.” Operators')
    expect(text('decided-release')).toContain('The operators decided for release “All bags arrived closed.”')
    for (const name of ['disputed', 'refunded', 'settled'] as const) expect(idsOf(page(name))).not.toContain('decision')
  })
})

test('an escrow that its contract has overruled says so beside its state, and keeps the earlier decision in its history', () => {
  expect(text('overruled')).toContain('The contract decided otherwise Somebody settled it on the chain first.')
  expect(text('overruled')).toMatch(/Refunded “Never sent.” Depositor .* Released Depositor .* Settled System/)
  expect(idsOf(page('settled'))).not.toContain('overruled')
})

describe('every page', () => {
  const turn = { language: 'en', nonce: 'n0nce' } as const

  test.each(names)('%s: one h1, ids once, no style and no handler in the markup', (name) => {
    const html = page(name)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(idsOf(html)).toHaveLength(new Set(idsOf(html)).size)
    expect(html).not.toMatch(/ style=| on[a-z]+=|undefined|\[object/)
  })

  test.each(languageCodes)('%s: speaks its language in its direction, and no other', (language) => {
    for (const name of names) expect(page(name, language)).toContain(`<html lang="${language}" dir="${languages[language].dir}"`)
    if (language === 'en') return
    const others = Object.entries(escrowTexts[language]).flatMap(([key, said]) =>
      typeof said === 'string' && said.length > 15 && said === escrowTexts.en[key as keyof typeof escrowTexts.en] ? [key] : [],
    )
    expect(others).toEqual([])
  })

  test('shows what parties have written as text', () => {
    const evil = `"><script>alert(1)</script>`
    const html = draw({
      ...sampleEscrows.disputed,
      escrow: { ...sampleEscrows.disputed.escrow, disputeReason: evil },
      log: [{ ...sampleEscrows.disputed.log[0], details: { reason: evil } }],
    } as SampleEscrow)
    expect(html).not.toContain('<script>')
    expect(html.match(/&lt;script&gt;/g)).toHaveLength(2)
  })

  test('asks for a token without naming anything, and keeps no wrong one', () => {
    const asked = escrowTokenPage({ ...turn, query: { id: 'x', lang: 'en' }, isRefused: false })
    expect(asked).toContain('type="password"')
    expect(asked).toContain('<input type="hidden" name="id" value="x" />')
    const refused = textOf(escrowTokenPage({ ...turn, query: { id: 'x' }, isRefused: true }))
    expect(refused).toContain('This token does not open this escrow.')
    expect(textOf(unknownEscrowPage(turn))).toContain('This link leads to no escrow')
  })
})

describe('an escrow that a contract holds', () => {
  test('shows its factory and its last resort, and gives the terms as a file', () => {
    expect(text('created')).toContain('Refundable by anybody from')
    const [, file = ''] = /download="escrow-[0-9a-f-]+\.json" href="data:application\/json,([^"]+)"/.exec(page('created')) ?? []
    expect(JSON.parse(decodeURIComponent(file.replaceAll('&#39;', "'")))).toMatchObject({
      address: sampleEscrows.created.escrow.address,
      factory: expect.any(String),
      terms: { amount: '2400000000', release_hash: expect.any(String), deadline: expect.any(Number), chain_id: 1 },
    })
  })

  test.each([
    ['released-waiting', 'release', 1],
    ['refunded-waiting', 'refund', 2],
  ] as const)('says of %s that it waits for its cost, and gives the signed decision in the file', (name, outcome, code) => {
    expect(text(name)).toContain('Nobody has to wait')
    expect(text(name)).not.toContain('The transfer is being made')
    const [, file = ''] = /download="escrow-[0-9a-f-]+\.json" href="data:application\/json,([^"]+)"/.exec(page(name)) ?? []
    const proof = expect.stringMatching(/^0x[0-9a-f]{130}$/)
    expect(JSON.parse(decodeURIComponent(file.replaceAll('&#39;', "'")))).toMatchObject({
      decision: { outcome, outcome_code: code, proof },
    })
  })

  test('is none where an address of the gateway holds the money', () => {
    expect(text('funded-coin')).not.toContain('Download the terms')
  })
})
