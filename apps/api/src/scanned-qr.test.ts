import jsqr from 'jsqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from './test-server.ts'
import { readPng } from './test-png.ts'

type Members = Readonly<Record<string, unknown>>

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (await openShop(server)).key
})
afterAll(() => server.close())

/** Decodes an image with a decoder independent of the encoder. */
function scan(png: Buffer): string {
  const rows = readPng(png)
  const pixels = Uint8ClampedArray.from(rows.flatMap((row) => row.flatMap((dark) => (dark ? [0, 0, 0, 255] : [255, 255, 255, 255]))))
  return jsqr.default(pixels, rows[0]?.length ?? 0, rows.length, { inversionAttempts: 'dontInvert' })?.data ?? 'unreadable'
}

/** A payment, and the decoded text of each of its images: the file, the one in the merchant's answer, the one in the public view. */
async function scanned(blockchain: string) {
  const { body: payment } = await server.say('POST', '/api/payments/create', { key, body: { amount: 20, blockchain } })
  const { bytes } = await server.say('GET', `/api/payments/${String(payment['id'])}/qr`)
  const { body: seen } = await server.say('GET', `/api/payments/${String(payment['id'])}/public`)
  return { payment, texts: [scan(bytes), scan(imageOf(payment)), scan(imageOf(seen['payment'] as Members))] }
}

const imageOf = ({ qr_code: url }: Members): Buffer => Buffer.from(String(url).replace('data:image/png;base64,', ''), 'base64')

/** An amount in the smallest unit of a coin. */
function unitsOf(amount: unknown, decimals: number): string {
  const [whole = '', fraction = ''] = String(amount).split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString()
}

describe('the scanned QR code of a payment', () => {
  test('contains the address and the amount of a bitcoin payment', async () => {
    const { payment, texts } = await scanned('BTC')
    for (const text of texts) {
      const { protocol, pathname, searchParams } = new URL(text)
      expect([protocol, pathname, ...searchParams]).toEqual([
        'bitcoin:',
        payment['payment_address'],
        ['amount', payment['crypto_amount']],
        ['label', 'Blue Bottle Books'],
      ])
    }
  })

  test('contains the address and the amount in wei of an ether payment', async () => {
    const { payment, texts } = await scanned('ETH')
    for (const text of texts) {
      const { protocol, pathname, searchParams } = new URL(text)
      expect([protocol, pathname.split('@')[0], ...searchParams]).toEqual([
        'ethereum:',
        payment['payment_address'],
        ['value', unitsOf(payment['crypto_amount'], 18)],
      ])
    }
  })

  test('contains only the address of a token payment, because wallets misread more; the URI beside it has the amount', async () => {
    const { payment, texts } = await scanned('USDC_ETH')
    expect(texts).toEqual(Array.from({ length: 3 }, () => payment['payment_address']))
    const { searchParams } = new URL(String(payment['payment_uri']))
    expect([...searchParams]).toEqual([
      ['address', payment['payment_address']],
      ['uint256', unitsOf(payment['crypto_amount'], 6)],
    ])
  })
})
