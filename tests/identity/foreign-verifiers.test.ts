import { openShop, startTestServer, type TestServer } from '@gateway/api/test-server'
import { selfSigned } from '@gateway/devnet/mail/self-signed'
import { revokeCredential } from '@gateway/operations/identity/credentials/revoke-credential'
import { rotateIssuerKey } from '@gateway/operations/identity/keys/rotate-issuer-key'
import { openTestIssuer, type TestIssuer } from '@gateway/operations/testing/test-issuer'
import { testOperator } from '@gateway/operations/testing/test-operator'
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { verifyJWT } from 'did-jwt'
import { Resolver } from 'did-resolver'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as forward } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { getResolver } from 'web-did-resolver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { obtainPythonTool } from '../support/obtain-python-tool.ts'
import { runPython } from '../support/run-python.ts'

type Json = Readonly<Record<string, unknown>>

const DAY_MS = 24 * 60 * 60 * 1_000
const LIST_BITS = 131_072
const PROGRAM = readFileSync(join(import.meta.dirname, 'verify-with-pyjwt.py'), 'utf8')
const { as: by } = testOperator('ada')
const folder = mkdtempSync(join(tmpdir(), 'gateway-pyjwt-'))

const known = getCACertificates('default')
let server: TestServer
/** Serves the api over TLS: a `did:web` is resolved by https alone. */
let front: Server
let role: TestIssuer
let shop: Awaited<ReturnType<typeof openShop>>
let base: string
let packages: string

beforeAll(async () => {
  const authority = selfSigned()
  setDefaultCACertificates([...known, authority.cert])
  ;[server, packages] = await Promise.all([startTestServer(), obtainPythonTool('pyjwt')])
  front = createServer(authority, (request, response) => {
    const { method, url, headers } = request
    const inner = forward({ port: server.port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(inner)
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  base = `https://127.0.0.1:${(front.address() as AddressInfo).port}`
  Object.assign(server.api, { publicUrl: base })
  role = await openTestIssuer(server.api)
  Object.assign(server.api, { hear: role.hear })
  shop = await openShop(server)
  await server.say('POST', '/api/reputation/did/claim', { key: shop.key, body: {} })
})
afterAll(async () => {
  setDefaultCACertificates(known)
  front?.close()
  front?.closeAllConnections()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A credential that is issued now: its id, and what is signed. */
async function issue(): Promise<{ id: string; jwt: string }> {
  server.api.clock.advance(DAY_MS)
  await role.work()
  const { body } = await server.say('POST', '/api/reputation/credential', {
    key: shop.key,
    body: { credential_type: 'ReputationCredential' },
  })
  return { id: String(body['id']), jwt: String(Object(body['proof']).jwt) }
}

const get = async (url: string): Promise<string> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  return answer.text()
}

const resolver = new Resolver(getResolver())

/** What anybody can write with public libraries; the library of JWTs knows nothing of VC 2.0, so the rest is checked here. */
async function read(jwt: string): Promise<Json> {
  const now = server.api.clock.now().getTime()
  const options = { resolver, proofPurpose: 'assertionMethod', policies: { now: Math.floor(now / 1_000) }, skewTime: 0 } as const
  const { payload } = await verifyJWT(jwt, options)
  if (payload['iss'] !== payload['issuer']) throw new Error('iss and issuer differ')
  if (now < Date.parse(String(payload['validFrom']))) throw new Error('not valid yet')
  if (payload['validUntil'] !== undefined && now >= Date.parse(String(payload['validUntil']))) throw new Error('expired')
  return payload
}

async function judge(jwt: string): Promise<string> {
  const credential = await read(jwt)
  const entry = Object(credential['credentialStatus'])
  const list = await read(await get(entry.statusListCredential))
  const { statusPurpose, encodedList } = Object(list['credentialSubject'])
  if (list['issuer'] !== credential['issuer'] || statusPurpose !== entry.statusPurpose) throw new Error('another list')
  const decoded = await decodeList({ encodedList })
  if (decoded.length < LIST_BITS) throw new Error('a short list')
  if (decoded.getStatus(Number(entry.statusListIndex))) throw new Error('revoked')
  return 'valid'
}
const judged = (jwt: string): Promise<string> => judge(jwt).catch((error: unknown) => `refused: ${String(error)}`)

/** The same by PyJWT. */
async function judgedInPython(jwt: string): Promise<string> {
  const [document, list] = await Promise.all([get(`${base}/.well-known/did.json`), get(`${base}/credentials/status/1`)])
  const given = join(folder, 'given.json')
  writeFileSync(given, JSON.stringify({ jwt, list, document: JSON.parse(document), now: server.api.clock.now().toISOString() }))
  return (await runPython(PROGRAM, [given], { folder, packages })).trim()
}

/** Verdicts of the libraries, and that of the service itself. */
async function verdicts(jwt: string): Promise<readonly [string, string, unknown]> {
  const own = await server.say('POST', '/api/reputation/verify', { body: { credential: jwt } })
  return [await judged(jwt), await judgedInPython(jwt), own.body['valid']]
}

const refused = [expect.stringMatching(/^refused/), expect.stringMatching(/^refused/), false]

test('a fresh credential is valid for did-jwt, vc-bitstring-status-list and PyJWT', async () => {
  expect(await verdicts((await issue()).jwt)).toEqual(['valid', 'valid', true])
})

test('an altered one is refused by all', async () => {
  const [head = '', body = '', signature = ''] = (await issue()).jwt.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const better = { ...claims, credentialSubject: { ...claims.credentialSubject, score: 100 } }
  expect(await verdicts(`${head}.${Buffer.from(JSON.stringify(better)).toString('base64url')}.${signature}`)).toEqual(refused)
})

test('one that has expired is refused by all', async () => {
  const { jwt } = await issue()
  server.api.clock.advance(30 * DAY_MS)
  await role.work()
  expect(await verdicts(jwt)).toEqual(refused)
})

test('a revoked one is refused by all as soon as its list is signed again, and another one is not', async () => {
  const [first, second] = [await issue(), await issue()]
  await revokeCredential(server.api, { id: first.id, reason: 'A test', by })
  await role.work()
  expect(await verdicts(first.jwt)).toEqual([expect.stringContaining('revoked'), 'refused: revoked', false])
  expect(await verdicts(second.jwt)).toEqual(['valid', 'valid', true])
})

test('one that a retired key has signed stays valid for all, with a list that the new key has signed', async () => {
  const { jwt } = await issue()
  await rotateIssuerKey(server.api, { by })
  await role.work()
  expect(await verdicts(jwt)).toEqual(['valid', 'valid', true])
  expect(await verdicts((await issue()).jwt)).toEqual(['valid', 'valid', true])
})

test('no credential is valid for others once its list has expired, because nobody has signed it for a day', async () => {
  const { jwt } = await issue()
  server.api.clock.advance(DAY_MS)
  expect((await verdicts(jwt)).slice(0, 2)).toEqual(refused.slice(0, 2))
  await role.work()
  expect(await verdicts(jwt)).toEqual(['valid', 'valid', true])
})
