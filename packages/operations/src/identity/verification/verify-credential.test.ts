import { multibaseKey } from '@gateway/domain/identity/did'
import { CompactSign, type JWTPayload, SignJWT } from 'jose'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type TestApiContext, storeMerchant, testApiContext } from '../../testing/test-context.ts'
import { openTestIssuer, type TestIssuer } from '../../testing/test-issuer.ts'
import { getCredential } from '../credentials/read-credentials.ts'
import { claimDid } from '../claims/claim-did.ts'
import { newKey } from '../keys/seal-private-key.ts'
import { encodeBits } from '../status/bitstring.ts'
import { verifyCredential } from './verify-credential.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const PLACE = 94_567

let ctx: TestApiContext
let role: TestIssuer
/** Another issuer: its documents by path, each a text or what the server does instead. */
let server: Server
let pages: Map<string, string | ((response: ServerResponse) => void)>
let asked: string[]
let base: string
let did: string
const key = newKey()

beforeAll(async () => {
  server = createServer(({ url = '' }: IncomingMessage, response) => {
    asked.push(url)
    const page = pages.get(url)
    if (typeof page === 'function') return page(response)
    response.writeHead(page === undefined ? 404 : 200).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  did = `did:web:127.0.0.1%3A${port}`
  ctx = await testApiContext({ egress: { allow: [{ host: '127.0.0.1', port }] } })
  role = await openTestIssuer(ctx)
  Object.assign(ctx, { hear: role.hear })
})
beforeEach(async () => {
  asked = []
  pages = new Map([['/.well-known/did.json', JSON.stringify(documentOf(method()))]])
  await publish([])
})
afterAll(async () => {
  server.close()
  await ctx.close()
})

const method = (changes: Readonly<Record<string, unknown>> = {}) => ({
  id: `${did}#one`,
  type: 'Multikey',
  controller: did,
  publicKeyMultibase: multibaseKey(key.publicKey),
  ...changes,
})
const documentOf = (one: { readonly id: string }, changes: Readonly<Record<string, unknown>> = {}) => ({
  '@context': ['https://www.w3.org/ns/did/v1'],
  id: did,
  verificationMethod: [one],
  assertionMethod: [one.id],
  ...changes,
})

interface Signing {
  readonly privateKey?: KeyObject
  readonly header?: Readonly<Record<string, unknown>>
}

const stamp = (ms: number) => `${new Date(ctx.clock.now().getTime() + ms).toISOString().slice(0, 19)}Z`
const sign = (payload: Readonly<Record<string, unknown>>, { privateKey = key.privateKey, header = {} }: Signing = {}): Promise<string> =>
  new SignJWT(payload as JWTPayload).setProtectedHeader({ alg: 'EdDSA', typ: 'vc+jwt', kid: `${did}#one`, ...header }).sign(privateKey)

const credential = (changes: Readonly<Record<string, unknown>> = {}) => ({
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  id: 'urn:uuid:1a4b5a52-1f0c-4a3f-8d59-0b1f5d0a7c11',
  type: ['VerifiableCredential', 'MembershipCredential'],
  issuer: did,
  validFrom: stamp(-DAY_MS),
  validUntil: stamp(DAY_MS),
  credentialSubject: { id: 'did:example:ada', member: 'gold' },
  credentialStatus: entry(),
  ...changes,
})
const entry = (changes: Readonly<Record<string, unknown>> = {}) => ({
  type: 'BitstringStatusListEntry',
  statusPurpose: 'revocation',
  statusListIndex: String(PLACE),
  statusListCredential: `${base}/status/1`,
  ...changes,
})

/** Publishes the list of the issuer. */
async function publish(places: readonly number[], changes: Readonly<Record<string, unknown>> = {}, signing: Signing = {}): Promise<void> {
  const subject = { type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList: await encodeBits(places) }
  const list = credential({
    id: `${base}/status/1`,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    credentialSubject: subject,
    credentialStatus: undefined,
    ...changes,
  })
  pages.set('/status/1', await sign(list, signing))
}

const verdictOf = async (jwt: string, members: Readonly<Record<string, unknown>> | null = null) => {
  const { isValid, isRevoked, reason } = await verifyCredential(ctx, { credentialId: null, credential: { jwt, members } })
  return isValid ? 'valid' : `${isRevoked ? 'revoked: ' : ''}${reason}`
}

describe('a credential of another issuer', () => {
  test('is valid with its list not marking it, and named by its own id', async () => {
    const jwt = await sign(credential())
    expect(await verdictOf(jwt)).toBe('valid')
    expect(await verifyCredential(ctx, { credentialId: null, credential: { jwt, members: null } })).toMatchObject({
      credentialId: credential().id,
    })
  })

  test('is valid without a status, and with a purpose that says nothing of it', async () => {
    expect(await verdictOf(await sign(credential({ credentialStatus: undefined })))).toBe('valid')
    for (const statusPurpose of ['message', 'toString', '__proto__'])
      expect(await verdictOf(await sign(credential({ credentialStatus: entry({ statusPurpose }) })))).toBe('valid')
  })

  test('is read anew each time: revoked as soon as its bit is set, and its neighbours are not', async () => {
    const jwt = await sign(credential())
    await publish([PLACE - 1, PLACE + 1])
    expect(await verdictOf(jwt)).toBe('valid')
    await publish([PLACE])
    expect(await verdictOf(jwt)).toBe('revoked: revoked')
  })

  test('that is suspended is not valid', async () => {
    const subject = { type: 'BitstringStatusList', statusPurpose: ['suspension', 'revocation'], encodedList: await encodeBits([PLACE]) }
    await publish([], { credentialSubject: subject })
    expect(
      await verdictOf(
        await sign(credential({ credentialStatus: [entry({ statusListIndex: '5' }), entry({ statusPurpose: 'suspension' })] })),
      ),
    ).toBe('suspended')
  })

  test('of a did:key needs no document', async () => {
    const holder = `did:key:${multibaseKey(key.publicKey)}`
    const signed = (kid: string) => sign(credential({ issuer: holder, credentialStatus: undefined }), { header: { kid } })
    expect(await verdictOf(await signed(`${holder}#${multibaseKey(key.publicKey)}`))).toBe('valid')
    expect(await verdictOf(await signed(`${holder}#other`))).toBe('unknown_key')
    expect(asked).toEqual([])
  })

  test.each([
    [
      'a JsonWebKey2020',
      () => documentOf(method({ type: 'JsonWebKey2020', publicKeyMultibase: undefined, publicKeyJwk: jwkOf(key.publicKey) })),
    ],
    ['a relative id', () => documentOf({ ...method(), id: '#one' })],
    ['the key in assertionMethod itself', () => documentOf(method(), { verificationMethod: [], assertionMethod: [method()] })],
  ])('is verified with %s', async (_what, make) => {
    pages.set('/.well-known/did.json', JSON.stringify(make()))
    expect(await verdictOf(await sign(credential()))).toBe('valid')
  })

  test('signed with ES256 is verified', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = publicKey.export({ format: 'jwk' })
    const document = () => documentOf(method({ type: 'JsonWebKey', publicKeyMultibase: undefined, publicKeyJwk: jwk }))
    pages.set('/.well-known/did.json', JSON.stringify(document()))
    await publish([], {}, { privateKey, header: { alg: 'ES256' } })
    expect(await verdictOf(await sign(credential(), { privateKey, header: { alg: 'ES256' } }))).toBe('valid')
  })
})

const jwkOf = (raw: Uint8Array) => ({ kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') })

describe('a credential is not valid', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['after its end', { validUntil: '2020-01-01T00:00:00Z' }, 'expired'],
    ['by its exp alone', { exp: 1 }, 'expired'],
    ['before its beginning', { validFrom: '2199-01-01T00:00:00Z' }, 'not_yet_valid'],
    ['by its nbf alone', { nbf: 7_000_000_000 }, 'not_yet_valid'],
    ['with an exp that is no number', { exp: 'never' }, 'expired'],
    ['with a date that is none', { validUntil: 'tomorrow' }, 'malformed'],
    ['with another iss', { iss: 'did:web:other.example' }, 'issuer_mismatch'],
    ['with another jti', { jti: 'urn:uuid:0' }, 'malformed'],
    ['with another sub', { sub: 'did:example:eve' }, 'malformed'],
    ['without the type of all credentials', { type: ['MembershipCredential'] }, 'malformed'],
    ['of an issuer that signs with a key of another', { issuer: 'did:web:other.example' }, 'issuer_mismatch'],
  ])('%s', async (_what, changes, reason) => {
    expect(await verdictOf(await sign(credential(changes)))).toBe(reason)
  })

  test('altered, signed by a stranger, or signed with no signature at all', async () => {
    const [head = '', , signature = ''] = (await sign(credential())).split('.')
    const altered = Buffer.from(JSON.stringify(credential({ credentialSubject: { id: 'did:example:ada', member: 'diamond' } }))).toString(
      'base64url',
    )
    expect(await verdictOf(`${head}.${altered}.${signature}`)).toBe('bad_signature')
    expect(await verdictOf(await sign(credential(), { privateKey: newKey().privateKey }))).toBe('bad_signature')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'vc+jwt', kid: `${did}#one` })).toString('base64url')
    expect(await verdictOf(`${none}.${altered}.`)).toBe('bad_signature')
  })

  test('as another kind of token, or as no token', async () => {
    expect(await verdictOf(await sign(credential(), { header: { typ: 'JWT' } }))).toBe('malformed')
    for (const text of ['', 'a.b.c', 'x', '{}', '..', `${'a'.repeat(70_000)}.b.c`]) expect(await verdictOf(text)).toBe('malformed')
    expect(await verifyCredential(ctx, { credentialId: null, credential: { jwt: null, members: {} } })).toMatchObject({
      reason: 'malformed',
    })
  })

  /** Signed as it is written, whatever it is. */
  const signBytes = (payload: Uint8Array, header: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    new CompactSign(payload).setProtectedHeader({ alg: 'EdDSA', typ: 'vc+jwt', kid: `${did}#one`, ...header }).sign(key.privateKey)
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['whose type is a number', { typ: 5 }],
    ['whose key id is a number', { kid: 5 }],
    ['whose key id no DID has', { kid: 'did:web:gateway.test#\u0000' }],
    ['that is null', {}],
  ])('with a header %s', async (what, header) => {
    const read = what === 'that is null' ? null : { alg: 'EdDSA', typ: 'vc+jwt', kid: `${did}#one`, ...header }
    expect(await verdictOf(`${encoded(read)}.${encoded(credential())}.c2ln`)).toBe('malformed')
  })

  test.each<[string, unknown]>([
    ['that is null', null],
    ['that is a list', []],
    ['whose id is a number', { id: 5, jti: 5 }],
  ])('with a payload %s', async (_what, payload) => {
    expect(await verdictOf(await signBytes(Buffer.from(JSON.stringify(payload))))).toBe('malformed')
  })

  test('whose name beside its members is no text', async () => {
    expect(await verdictOf(await sign(credential({ id: undefined, jti: 5 })))).toBe('malformed')
  })

  test('whose signed text is no UTF-8, also beside members', async () => {
    const broken = Buffer.concat([
      Buffer.from(JSON.stringify(credential()).slice(0, -1)),
      Buffer.from(',"more":"'),
      Buffer.of(0xff),
      Buffer.from('"}'),
    ])
    for (const members of [null, { issuer: did }]) expect(await verdictOf(await signBytes(broken), members)).toBe('malformed')
  })

  test('that nests deeper than anybody can compare', async () => {
    const levels = 15_000
    const text = JSON.stringify(credential({ more: 0 })).replace(
      '"more":0',
      `"credentialSubject":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`,
    )
    const jwt = await signBytes(Buffer.from(text))
    expect(await verdictOf(jwt, { credentialSubject: Object(JSON.parse(text)).credentialSubject })).toBe('malformed')
  })

  test.each<[string, () => object, string]>([
    ['of another DID', () => documentOf(method(), { id: 'did:web:other.example' }), 'unknown_key'],
    ['whose key may not assert', () => documentOf(method(), { assertionMethod: [] }), 'unknown_key'],
    ['whose key has another controller', () => documentOf(method({ controller: 'did:web:other.example' })), 'unknown_key'],
    ['without the key', () => documentOf(method({ id: `${did}#two` })), 'unknown_key'],
    ['with a key that is none', () => documentOf(method({ publicKeyMultibase: 'z6Mk' })), 'unknown_key'],
    ['that is too long', () => documentOf(method(), { more: 'x'.repeat(16 * 1024) }), 'issuer_unreachable'],
  ])('with a document %s', async (_what, make, reason) => {
    pages.set('/.well-known/did.json', JSON.stringify(make()))
    expect(await verdictOf(await sign(credential()))).toBe(reason)
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['answers an error', (response) => void response.writeHead(500).end('x')],
    ['leads elsewhere', (response) => void response.writeHead(302, { Location: `${base}/other` }).end()],
    ['answers no JSON', (response) => void response.writeHead(200).end('<html>')],
    ['breaks off', (response) => void response.destroy()],
  ])('whose issuer %s', async (_what, page) => {
    pages.set('/other', JSON.stringify(documentOf(method())))
    pages.set('/.well-known/did.json', page)
    expect(await verdictOf(await sign(credential()))).toBe('issuer_unreachable')
  })

  test('whose issuer may not be asked: a private host that nobody has allowed is not connected to', async () => {
    for (const host of ['127.0.0.1%3A1', '10.0.0.1', 'localhost', '169.254.169.254', '0x7f.1']) {
      const issuer = `did:web:${host}`
      const jwt = await sign(credential({ issuer }), { header: { kid: `${issuer}#one` } })
      expect(await verdictOf(jwt)).toBe('issuer_unreachable')
    }
  })

  test('with a list that is away, too long, of nobody’s, or on a private host', async () => {
    const jwt = await sign(credential())
    pages.delete('/status/1')
    expect(await verdictOf(jwt)).toBe('status_unreachable')
    pages.set('/status/1', 'x'.repeat(64 * 1024))
    expect(await verdictOf(jwt)).toBe('status_unreachable')
    pages.set('/status/1', 'no list')
    expect(await verdictOf(jwt)).toBe('status_unreadable')
    expect(await verdictOf(await sign(credential({ credentialStatus: entry({ statusListCredential: 'http://10.0.0.1/status' }) })))).toBe(
      'status_unreachable',
    )
  })

  test.each<[string, Readonly<Record<string, unknown>>, Signing]>([
    ['that has ended', { validUntil: '2020-01-01T00:00:00Z' }, {}],
    ['of another purpose', { credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'message', encodedList: 'uH4sIAAA' } }, {}],
    ['with no bits', { credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList: 'uH4sIAAA' } }, {}],
    ['of another address', { id: 'https://other.example/status/1' }, {}],
    ['that is none', { type: ['VerifiableCredential'] }, {}],
    ['signed by a stranger', {}, { privateKey: newKey().privateKey }],
  ])('with a list %s', async (_what, changes, signing) => {
    await publish([], changes, signing)
    expect(await verdictOf(await sign(credential()))).toBe('status_unreadable')
  })

  test('with a list of another issuer, whoever has signed it well', async () => {
    const other = newKey()
    const issuer = `did:key:${multibaseKey(other.publicKey)}`
    await publish([], { issuer }, { privateKey: other.privateKey, header: { kid: `${issuer}#${multibaseKey(other.publicKey)}` } })
    expect(await verdictOf(await sign(credential()))).toBe('issuer_mismatch')
  })

  test.each([
    ['of another kind', { type: 'StatusList2021Entry' }],
    ['beyond the list', { statusListIndex: '131072' }],
    ['that is no number', { statusListIndex: '-1' }],
    ['without a purpose', { statusPurpose: undefined }],
  ])('with an entry %s', async (_what, changes) => {
    expect(await verdictOf(await sign(credential({ credentialStatus: entry(changes) })))).toBe('status_unreadable')
  })

  test('with more entries of status than anybody needs, of which none is read', async () => {
    const jwtOf = (entries: number) => sign(credential({ credentialStatus: Array.from({ length: entries }, () => entry()) }))
    expect(await verdictOf(await jwtOf(4))).toBe('valid')
    asked = []
    expect(await verdictOf(await jwtOf(5))).toBe('status_unreadable')
    expect(asked).toEqual(['/.well-known/did.json'])
  })

  test('whose issuer takes longer than ten seconds, from which nothing more is asked then', async () => {
    const real = performance.now.bind(performance)
    onTestFinished(() => void Object.assign(performance, { now: real }))
    const list = String(pages.get('/status/1'))
    pages.set('/status/1', (response) => {
      performance.now = () => real() + 10_000
      response.end(list)
    })
    expect(await verdictOf(await sign(credential({ credentialStatus: [entry(), entry()] })))).toBe('status_unreadable')
    expect(asked).toEqual(['/.well-known/did.json', '/status/1'])
  })

  test('is refused a verdict, and not valid or invalid, while too many others wait for theirs', async () => {
    const slow = Promise.withResolvers<void>()
    const document = JSON.stringify(documentOf(method()))
    pages.set('/.well-known/did.json', (response) => void slow.promise.then(() => response.end(document)))
    const jwt = await sign(credential())
    const verdicts = Array.from({ length: 25 }, () => verdictOf(jwt).catch((error: unknown) => error))
    expect(await Promise.race(verdicts)).toMatchObject({ code: 'VERIFICATION_BUSY', kind: 'unavailable' })
    slow.resolve()
    expect((await Promise.all(verdicts)).filter((verdict) => verdict === 'valid')).toHaveLength(24)
  })

  test('with members beside its proof that nobody has signed', async () => {
    const signed = credential()
    const jwt = await sign(signed)
    expect(await verdictOf(jwt, { ...signed, proof: { jwt } })).toBe('valid')
    expect(await verdictOf(jwt, { credential_type: 'MembershipCredential', data: { member: 'gold' }, agent_did: 'did:example:ada' })).toBe(
      'valid',
    )
    expect(await verdictOf(jwt, { ...signed, credentialSubject: { id: 'did:example:ada', member: 'diamond' } })).toBe('altered')
    for (const members of [
      { data: { member: 'diamond' } },
      { id: 'urn:uuid:0' },
      { agent_did: 'did:example:eve' },
      { expires_at: '2199-01-01T00:00:00.000Z' },
    ])
      expect(await verdictOf(jwt, members)).toBe('altered')
  })
})

describe('a credential of ours', () => {
  test('is verified by its id, by its address and whole, without asking anybody, as it is answered', async () => {
    const { seen } = await claimDid(ctx, { actor: await storeMerchant(ctx), displayName: 'Ada' })
    const credentials = await ctx.orm.em
      .fork()
      .getConnection()
      .execute<{ id: string }[]>(`SELECT id FROM credential WHERE did = '${seen.own.did}'`)
    const id = credentials[0]?.id ?? ''
    const { credential: row, data } = await getCredential(ctx, { id })
    const verdict = { isValid: true, isRevoked: false, reason: null, credentialId: id }
    expect(await verifyCredential(ctx, { credentialId: id, credential: null })).toEqual(verdict)
    const address = `${ctx.publicUrl}/api/reputation/credential/${id}`
    expect(await verifyCredential(ctx, { credentialId: address, credential: null })).toEqual(verdict)
    expect(await verifyCredential(ctx, { credentialId: null, credential: { jwt: row.jwt, members: { id, data } } })).toEqual(verdict)
    expect(await verdictOf(row.jwt, { id, data: { ...data, displayName: 'Eve' } })).toBe('altered')
    expect(asked).toEqual([])
  })

  test('of an id that nobody knows is unknown, and so is one that we have signed and lost', async () => {
    for (const credentialId of [ctx.ids.uuid(), 'nonsense', '']) {
      const verdict = { isValid: false, isRevoked: false, reason: 'unknown', credentialId }
      expect(await verifyCredential(ctx, { credentialId, credential: null })).toEqual(verdict)
    }
  })

  test('under a name of ours that has no such key is refused without a request', async () => {
    const issuer = 'did:web:gateway.test'
    expect(await verdictOf(await sign(credential({ issuer }), { header: { kid: `${issuer}#one` } }))).toBe('unknown_key')
    expect(asked).toEqual([])
  })
})
