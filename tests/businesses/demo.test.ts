import { temporaryFolder } from '@gateway/devnet/processes/temporary-folder'
import { freshWallets } from '@gateway/scripts/development/fresh-wallets'
import { openDemoBusiness } from '@gateway/scripts/development/demo-business'
import { call } from '@gateway/scripts/demo/client'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

const folder = temporaryFolder()
const file = join(folder.path, 'demo.json')
let story: Shared
beforeAll(async () => {
  story = await sharedStory()
})
afterAll(async () => {
  await story?.close()
  folder.remove()
})

const open = () =>
  openDemoBusiness({
    api: story.gateway.api,
    dataDir: folder.path,
    newWallets: () => freshWallets(story.chains),
    readEmails: async () => story.mail.emails,
  })

test('a development start opens one demo business with wallets and a key, and later starts find the same', async () => {
  const first = await open()
  expect(await open()).toEqual(first)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const body = { amount: 25, currency: 'USD', blockchain: 'USDC_ETH' }
  const { payment } = await call<{ payment: { business_id: string } }>(story.gateway.api, {
    path: '/payments/create',
    key: first.apiKey,
    body,
  })
  expect(payment.business_id).toBe(first.businessId)
  const { token } = await call<{ token: string }>(story.gateway.api, {
    path: '/auth/login',
    body: { email: first.email, password: first.password },
  })
  expect(await call(story.gateway.api, { path: '/auth/me', key: token })).toMatchObject({ email_verified: true })
})

test('a start after the file was lost finds the same business and gives it another key', async () => {
  const first = await open()
  rmSync(file)
  const second = await open()
  expect(second).toEqual({ ...first, apiKey: expect.not.stringMatching(first.apiKey) })
})

test('a start after the key was revoked gives the business another key', async () => {
  const { api } = story.gateway
  const first = await open()
  const { token } = await call<{ token: string }>(api, { path: '/auth/login', body: { email: first.email, password: first.password } })
  const { keys } = await call<{ keys: { id: string }[] }>(api, { path: `/businesses/${first.businessId}/api-keys`, key: token })
  for (const { id } of keys) await say(api, `DELETE /businesses/${first.businessId}/api-keys/${id}`, { key: token })
  const second = await open()
  expect(second).toEqual({ ...first, apiKey: expect.not.stringMatching(first.apiKey) })
  expect((await say(api, `GET /businesses/${first.businessId}`, { key: second.apiKey })).status).toBe(200)
})
