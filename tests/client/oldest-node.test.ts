import { resolveBinary } from '@gateway/devnet/downloads/resolve'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPackages, installPackedClient, type PackedClient } from '../support/packed-client.ts'

const run = promisify(execFile)

let packed: PackedClient
let gateway: Server
beforeAll(async () => {
  packed = await installPackedClient()
  gateway = createServer(({ url }, response) => void (url?.includes('slow') || response.end('{"payment":{"id":"p1"}}')))
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening))
})
afterAll(() => {
  gateway?.close()
  packed?.remove()
})

/** Calls with an abort signal: one is answered, one times out, one is aborted by its caller. */
const shopProgram = `
import { createClient } from '@gateway/client'
const { payments } = createClient({ apiKey: 'k', baseUrl: process.argv[2] })
const leaving = new AbortController()
const { signal } = leaving
const answered = await payments.get('p1', { signal })
const late = await payments.get('slow', { signal, timeout: 50 }).catch(({ code }) => code)
setTimeout(() => leaving.abort('the customer has left'), 50)
const left = await payments.get('slow', { signal }).catch((reason) => reason)
console.log(JSON.stringify({ node: process.version, id: answered.payment.id, late, left }))
`

test('a caller can abort a call under the oldest Node that the package supports', async () => {
  const { engines } = JSON.parse(readFileSync(join(packed.home, 'package.json'), 'utf8')) as { engines: unknown }
  expect(engines).toEqual({ node: '>=20' })
  const [{ path: node }, cwd] = [await resolveBinary('node20'), packed.newFolder()]
  writeFileSync(join(cwd, 'shop.mjs'), shopProgram)
  const { port } = gateway.address() as AddressInfo
  const { stdout } = await run(node, ['shop.mjs', `http://127.0.0.1:${port}`], { cwd })
  expect(JSON.parse(stdout)).toEqual({ node: 'v20.0.0', id: 'p1', late: 'TIMEOUT', left: 'the customer has left' })
})

const signInProgram = `
import { createSignIn } from '@gateway/client/sign-in'
const begun = createSignIn({ issuer: process.argv[2], clientId: 'c', clientSecret: 's', redirectUri: 'http://127.0.0.1/' }).begin()
console.log(await begun.catch(({ code }) => code))
`

test('the entry for signing users in asks an issuer under the oldest Node, and refuses one that does not describe itself', async () => {
  const [{ path: node }, cwd] = [await resolveBinary('node20'), packed.newFolder()]
  addPackages(cwd, 'openid-client')
  writeFileSync(join(cwd, 'sign-in.mjs'), signInProgram)
  const { port } = gateway.address() as AddressInfo
  const { stdout } = await run(node, ['sign-in.mjs', `http://127.0.0.1:${port}`], { cwd })
  expect(stdout.trim()).toBe('OAUTH_INVALID_RESPONSE')
})

const commonProgram = `
const { createClient, GatewayError } = require('@gateway/client')
const { verifyWebhook } = require('@gateway/client/webhooks')
createClient({ apiKey: 'k', baseUrl: process.argv[2] }).payments.get('p1').then(({ payment }) => {
  console.log(JSON.stringify({ id: payment.id, error: typeof GatewayError, verify: typeof verifyWebhook }))
})
`

test('a CommonJS program requires the package under the oldest Node', async () => {
  const [{ path: node }, cwd] = [await resolveBinary('node20'), packed.newFolder()]
  writeFileSync(join(cwd, 'shop.cjs'), commonProgram)
  const { port } = gateway.address() as AddressInfo
  const { stdout } = await run(node, ['shop.cjs', `http://127.0.0.1:${port}`], { cwd })
  expect(JSON.parse(stdout)).toEqual({ id: 'p1', error: 'function', verify: 'function' })
})

test('the command calls an operation under the oldest Node', async () => {
  const [{ path: node }, cwd] = [await resolveBinary('node20'), packed.newFolder()]
  const { port } = gateway.address() as AddressInfo
  const env = { SERVICE_BASE_URL: `http://127.0.0.1:${port}`, SERVICE_API_KEY: 'k' }
  const { stdout } = await run(node, ['node_modules/.bin/gateway', 'payments', 'get', 'p1'], { cwd, env })
  expect(JSON.parse(stdout)).toEqual({ payment: { id: 'p1' } })
})
