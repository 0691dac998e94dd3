import { tables } from '@gateway/db/tables'
import { storeReceipts } from '@gateway/operations/testing/test-receipt-rows'
import { assetUrl } from '@gateway/pages/assets'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

const DID = 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'
const EVIL = '<img src=x onerror=alert(1)>'

let server: TestServer
beforeAll(async () => void (server = await startTestServer(undefined, { anonymous: 100_000 })))
afterAll(() => server.close())

const open = async (path: string, headers = {}) => {
  const { bytes, ...answer } = await server.say('GET', path, { headers })
  return { ...answer, html: bytes.toString() }
}
const paste = async (credential: string, headers = {}) => {
  const body = new URLSearchParams({ credential }).toString()
  const { bytes, status } = await server.say('POST', '/verify', {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  return { status, html: bytes.toString() }
}

describe('GET /did/{did}', () => {
  test('200: shows a page of zeros for a DID that nobody has heard of, under the policy of pages', async () => {
    const { status, headers, html } = await open(`/did/${DID}`)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-store'])
    expect(html).toContain('No receipt counts for this identifier yet')
    const [, nonce = ''] = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(String(headers['content-security-policy'])) ?? []
    expect(html).toContain(`<script type="module" nonce="${nonce}" src="${assetUrl('reputation.js')}"></script>`)
  })

  test('200: shows the name that its holder has given it as a text, and its receipts page by page', async () => {
    const { businessId } = await openShop(server)
    const db = tables(server.api.orm.em.fork())
    const { merchantId } = await db.selectFrom('business').select('merchantId').where('id', '=', businessId).executeTakeFirstOrThrow()
    const publicKey = Buffer.alloc(32, 1)
    const row = { merchantId, did: DID, publicKey, sealedKey: Buffer.alloc(1), displayName: EVIL, createdAt: new Date() } as const
    await db.insertInto('did').values(row).execute()
    const receipts = Array.from({ length: 26 }, (_, at) => ({ amount: '999.25', createdAt: new Date(Date.now() - at * 60_000) }))
    await storeReceipts(server.api, DID, ...receipts)
    const { html } = await open(`/did/${encodeURIComponent(DID)}?lang=de`)
    expect(html).toContain(`<bdi>${EVIL.replace('<', '&lt;').replace('>', '&gt;')}</bdi>`)
    expect(html).not.toContain('<img')
    expect(html).toContain('href="?offset=25&amp;lang=de#receipts"')
    expect(html.match(/999\.25 USD/g)).toHaveLength(25)
    const older = (await open(`/did/${DID}?offset=25`)).html
    expect(older.match(/999\.25 USD/g)).toHaveLength(1)
    expect((await open(`/did/${DID}?offset=nonsense`)).html.match(/999\.25 USD/g)).toHaveLength(25)
  })

  test.each(['did', 'did:key', 'z6MkiTBz', 'did:key:a%2Fb', 'did:key:'])('404: %s is no DID', async (did) => {
    const { status, html } = await open(`/did/${did}`)
    expect([status, html]).toEqual([404, expect.stringContaining('There is no page at this address')])
  })
})

describe('/verify', () => {
  test('200: asks for a credential in the language of its reader', async () => {
    const { status, headers, html } = await open('/verify', { 'accept-language': 'fr-CH' })
    expect([status, headers['content-language'], headers['referrer-policy']]).toEqual([200, 'fr', 'no-referrer'])
    expect(html).toContain('action="/verify?lang=fr"')
  })

  test('400: says what is missing, and keeps what was pasted as a text', async () => {
    expect(await paste(' ')).toMatchObject({ status: 400, html: expect.stringContaining('Paste a credential or its id.') })
    const { status, html } = await paste(`</textarea>${EVIL}`)
    expect([status, html]).toEqual([400, expect.stringContaining('This is neither a credential nor an id.')])
    expect(html).not.toContain('<img')
  })

  test('200: an id that nobody has given out is not valid, pasted or in the address', async () => {
    const words = expect.stringContaining('This service has issued no credential with this id.')
    const id = randomUUID()
    expect(await paste(id.toUpperCase())).toMatchObject({ status: 200, html: words })
    const { status, html } = await open(`/verify?id=${id}`)
    expect([status, html]).toEqual([200, words])
    expect(html).toContain(`<input type="hidden" name="id" value="${id}" />`)
  })

  test('200: a text with the form of a signed one that says nothing is no credential', async () => {
    expect(await paste('eyJhbGciOiJFZERTQSJ9.e30.AAAA')).toMatchObject({
      status: 200,
      html: expect.stringContaining('It is not a complete credential.'),
    })
  })

  test('415: takes nothing that a script of another page could send without asking', async () => {
    expect((await paste('x', { 'content-type': 'text/plain' })).status).toBe(415)
  })
})
