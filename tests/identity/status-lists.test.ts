import type { Client } from '@temporalio/client'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { statusListsWorkflowId } from '@gateway/workflows/identity/signals'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { say } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { openTemporal } from '../support/temporal.ts'

let story: Shared
let temporal: Client
let id: string
beforeAll(async () => {
  story = await sharedStory()
  temporal = await openTemporal(story)
  const { api, key } = story.shop
  await say(api, 'POST /reputation/did/claim', { key, body: {} })
  const { body } = await say(api, 'POST /reputation/credential', { key, body: { credential_type: 'ReputationCredential' } })
  id = String(body['id'])
})
afterAll(async () => {
  await temporal?.connection.close()
  await story?.close()
})

const get = async (path: string): Promise<string> => (await fetch(`${story.gateway.api}${path}`)).text()
const list = () => get('/credentials/status/1')
const signedAt = async () => Number(decodeJwt(await list()).iat)
const verdict = async () => (await say(story.shop.api, 'POST /reputation/verify', { body: { id } })).body

test('a schedule in Temporal has the issuer sign every list again', async () => {
  const schedule = temporal.schedule.getHandle(statusListsWorkflowId)
  const { spec } = await eventually('the schedule to exist', () => schedule.describe().catch(() => undefined))
  expect(spec.intervals).toMatchObject([{ every: 60 * 60 * 1_000 }])
  const before = await signedAt()
  await eventually('another second', async () => Date.now() / 1_000 > before + 1)
  await schedule.trigger()
  expect(await eventually('the list to be signed again', async () => (await signedAt()) > before)).toBe(true)
})

test('an operator revokes a credential, and its list is signed again at once', async () => {
  expect(await verdict()).toMatchObject({ valid: true })
  const before = await list()
  expect(await operate(story, 'revoke-credential', id, 'Issued', 'by', 'mistake')).toContain('Revoked.')
  expect(await verdict()).toMatchObject({ valid: false, revoked: true })
  await eventually('another list', async () => (await list()) !== before)
  const { body } = await say(story.shop.api, 'GET /reputation/revocation-list')
  expect(body['revocations']).toContainEqual({ credential_id: id, reason: 'Issued by mistake', revoked_at: expect.any(String) })
  await expect(operate(story, 'revoke-credential', id, 'Again')).rejects.toThrow('revoked')
  await expect(operate(story, 'revoke-credential', 'nonsense', 'Again')).rejects.toThrow('is no id of a credential')
})

test('an operator turns the key over: lists are signed with the new one, and both are published', async () => {
  const kid = async () => decodeProtectedHeader(await list()).kid
  const former = await kid()
  expect(await operate(story, 'rotate-issuer-key')).toContain(`Retired: ${former?.split('#')[1]}.`)
  const current = await eventually('a list with another key', async () => {
    const now = await kid()
    return now !== former && now
  })
  const { assertionMethod } = JSON.parse(await get('/.well-known/did.json')) as { assertionMethod: readonly string[] }
  expect(assertionMethod).toEqual(expect.arrayContaining([former, current]))
})
