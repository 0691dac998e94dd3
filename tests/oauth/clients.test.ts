import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, type Saying } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

const ask = (route: string, saying: Saying = {}) => say(story.gateway.api, route, { key: story.shop.key, ...saying })
const terms = { name: 'Books', redirectUris: ['https://shop.example/back'], scopes: ['openid'] }

test('a client is registered under either spelling of its addresses, and two spellings that differ are refused', async () => {
  const made = await ask('POST /oauth/clients', { body: terms })
  expect(made).toMatchObject({ status: 201, body: { redirect_uris: terms.redirectUris, client: { redirect_uris: terms.redirectUris } } })
  const both = { ...terms, redirect_uris: ['https://else.example/'] }
  expect(await ask('POST /oauth/clients', { body: both })).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
})

test('a repeated registration with one idempotency key makes one client, with the same secret', async () => {
  const saying = { body: terms, headers: { 'idempotency-key': `register-${Date.now()}` } }
  const [first, again] = [await ask('POST /oauth/clients', saying), await ask('POST /oauth/clients', saying)]
  expect(again.body).toEqual({ ...first.body, idempotent_replay: true })
})

test('a public client gets no other secret', async () => {
  const { body } = await ask('POST /oauth/clients', { body: { ...terms, public: true } })
  const refused = await ask(`POST /oauth/clients/${String(body['id'])}/secret`)
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } })
})

test('each decision about a client is in the audit log of its merchant', async () => {
  const { body } = await ask('POST /oauth/clients', { body: terms })
  const id = String(body['id'])
  await ask(`PATCH /oauth/clients/${id}`, { body: { description: 'For the shop' } })
  await ask(`POST /oauth/clients/${id}/secret`)
  await ask(`DELETE /oauth/clients/${id}`)
  const { rows } = await story.sql.query<{ action: string; actor: string }>(
    'SELECT action, actor FROM audit_entry WHERE subject_id = $1 ORDER BY at',
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'rotate_secret', 'delete'].map((verb) => `oauth_client.${verb}`))
  expect(rows.every(({ actor }) => /^key:[0-9a-z]{12}$/.test(actor))).toBe(true)
})
