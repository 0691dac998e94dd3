import { LightningAddress } from '@getalby/lightning-tools'
import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import { payLightning } from '@gateway/devnet/lightning/lightning-wallet'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getParams } from 'js-lnurl'
import { requestInvoiceWithServiceParams, requestPayServiceParams, utils } from 'lnurl-pay'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { obtainPythonTool } from '../support/obtain-python-tool.ts'
import { runPython } from '../support/run-python.ts'
import { say } from '../support/say.ts'
import { openStory, type Story } from '../support/story.ts'

const NAME = 'kestrel'

let story: Story
let packages: string
/** The address of the pay request as wallets scan it (LUD-01). */
let lnurl: string
const folder = mkdtempSync(join(tmpdir(), 'gateway-lnurl-'))
beforeAll(async () => {
  ;[story, packages] = await Promise.all([openStory({ chains: ['BTC'], hasLightning: true }), obtainPythonTool('lnurl')])
  const { api, key } = story.shop
  await say(api, 'POST /lightning/nodes', { key, body: { wallet_id: 'main' } })
  await say(api, 'POST /lightning/address', { key, body: { wallet_id: 'main', username: NAME } })
  lnurl = (await python('import sys; from lnurl import encode; print(encode(sys.argv[1]).bech32)', [payAddress()])).trim()
}, LONGEST_BUILD_MS)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await story?.close()
})

const origin = () => new URL(story.shop.api).origin
const payAddress = () => `${origin()}/.well-known/lnurlp/${NAME}`
const python = (program: string, parameters: readonly string[]) => runPython(program, parameters, { folder, packages })

/** Pays an invoice from another node. */
async function pay(paymentRequest: string): Promise<string> {
  if (!story.lightning) throw new Error('the story has Lightning')
  const { status, preimage } = await payLightning(story.lightning.nodes.other, { paymentRequest })
  expect(status).toBe('SUCCEEDED')
  return preimage
}

const received = async (query: string) => {
  const { body } = await say(story.shop.api, `GET /lightning/payments?wallet_id=main&${query}`, { key: story.shop.key })
  return body['payments'] as readonly Readonly<Record<string, unknown>>[]
}

test('lightning-tools of Alby finds an address in either case, gets an invoice with a comment, and sees that it is paid', async () => {
  const { fetch: real } = globalThis
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string | URL, options?: RequestInit) => {
    asked.push(String(url))
    return real(String(url).replace('https://shop.example', origin()), options)
  })
  const address = new LightningAddress(`${NAME.toUpperCase()}@Shop.example`, { proxy: false })
  await address.fetch()
  expect(address.lnurlpData).toMatchObject({ min: 1_000, max: 10_000_000_000, commentAllowed: 255 })
  expect(asked.map((url) => new URL(url).pathname)).toEqual(
    expect.arrayContaining([`/.well-known/lnurlp/${NAME}`, `/.well-known/keysend/${NAME}`, '/.well-known/nostr.json']),
  )
  const invoice = await address.requestInvoice({ satoshi: 2_100, comment: 'For the beans' })
  expect(invoice.satoshi).toBe(2_100)
  expect(await invoice.isPaid()).toBe(false)
  const preimage = await pay(invoice.paymentRequest)
  await expect.poll(() => invoice.isPaid()).toBe(true)
  expect(invoice.validatePreimage(preimage)).toBe(true)
  expect(await received('status=settled')).toContainEqual(
    expect.objectContaining({ payment_hash: invoice.paymentHash, amount_sats: 2_100, description: 'For the beans', preimage }),
  )
})

test('lnurl-pay gets an invoice whose amount and description hash it finds right', async () => {
  const params = await requestPayServiceParams({ lnUrlOrAddress: lnurl })
  expect(params).toMatchObject({ min: 1, max: 10_000_000, commentAllowed: 255, identifier: `${NAME}@${new URL(origin()).host}` })
  const answer = await requestInvoiceWithServiceParams({ params, tokens: utils.toSats(333), comment: 'Tea', validateInvoice: true })
  expect(answer).toMatchObject({ hasValidAmount: true, hasValidDescriptionHash: true })
  expect(answer.validatePreimage(await pay(answer.invoice))).toBe(true)
})

test('js-lnurl reads the pay request, with metadata whose bytes hash to what invoices carry', async () => {
  const params = await getParams(lnurl)
  expect(params).toMatchObject({
    tag: 'payRequest',
    minSendable: 1_000,
    maxSendable: 10_000_000_000,
    callback: `${origin()}/lnurlp/${NAME}/callback`,
  })
  const { metadata } = (await (await fetch(payAddress())).json()) as { readonly metadata: string }
  const { pr } = (await (await fetch(`${origin()}/lnurlp/${NAME}/callback?amount=5000`)).json()) as { readonly pr: string }
  expect(utils.getHashFromInvoice(pr)).toBeTypeOf('string')
  expect(utils.decodeInvoice(pr)?.tagsObject.purpose_commit_hash).toBe(createHash('sha256').update(metadata).digest('hex'))
})

test('lnurl of Python reads the pay request and accepts its invoice', async () => {
  const program = `
import asyncio, sys
from lnurl import execute_pay_request, handle
async def main():
    res = await handle(sys.argv[1])
    paid = await execute_pay_request(res, 7000, comment='Milk')
    print(res.tag, int(res.minSendable), int(res.maxSendable), res.metadata.text)
    print(paid.pr)
asyncio.run(main())
`
  const [read, invoice = ''] = (await python(program, [lnurl])).trim().split('\n')
  expect(read).toBe(`payRequest 1000 10000000000 Payment to ${NAME}@${new URL(origin()).host}`)
  await pay(invoice)
  await expect.poll(() => received('status=settled')).toContainEqual(expect.objectContaining({ amount_sats: 7, description: 'Milk' }))
})
