import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findDestination, type LightningDestination } from './destination.ts'

// The first example of BOLT11: a donation of any amount.
const INVOICE =
  'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql'
const invoice = { kind: 'invoice', paymentRequest: INVOICE } as const
const letters = fc.stringMatching(/^[a-z0-9]{1,12}$/)

describe('a Lightning destination', () => {
  test('is an invoice with blanks around it and its prefix before it, in one case', () => {
    const spelled = [INVOICE, INVOICE.toUpperCase()].flatMap((text) => [text, `lightning:${text}`, `LIGHTNING://${text}`, ` \n${text}\t`])
    expect(spelled.map(findDestination)).toEqual(spelled.map(() => invoice))
  })

  test('is no invoice in mixed case (BOLT11), and none that is longer than the node takes', () => {
    expect(findDestination(INVOICE.replace('lnbc', 'LNbc'))).toBeUndefined()
    expect(findDestination(`lnbc1${'q'.repeat(7_085)}`)).toBeUndefined()
  })

  test('is an address in lower case, whatever case it was typed in', () => {
    fc.assert(
      fc.property(letters, fc.array(letters, { minLength: 1, maxLength: 3 }), fc.boolean(), (username, labels, isUpper) => {
        const address = `${username}@${labels.join('.')}`
        const read = findDestination(isUpper ? address.toUpperCase() : address)
        expect(read).toEqual({ kind: 'address', username, host: labels.join('.') })
      }),
    )
  })

  test.each([
    '',
    'ann',
    'ann@',
    '@shop.example',
    'ann@shop..example',
    'ann@-shop.example',
    'ann@shop.example/x',
    'ann@shop.example:0',
    'a b@shop.example',
    'ann@shop.example?x',
    'lnurl1dp68gurn8ghj7ampd3kx2ar0veekzar0wd5xjtnrdakj7',
    'lno1qcp4256ypq',
  ])('is not %j', (text) => {
    expect(findDestination(text)).toBeUndefined()
  })

  test('is read from any text without an error, and to the same as what it was read to', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string().map((text) => `lnbc1${text}`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const read = findDestination(text)
        expect(read && findDestination(spelled(read))).toEqual(read)
      }),
    )
  })
})

const spelled = (read: LightningDestination): string => (read.kind === 'invoice' ? read.paymentRequest : `${read.username}@${read.host}`)
