import type { Answering, TestClient } from '@gateway/api/oauth/test-browser'
import { exchange, obtainCode, obtainTokens, openUser, refresh, registerOver } from '@gateway/api/oauth/test-sign-in'
import { sayTo } from '@gateway/api/test-say'
import type { FailpointCode } from '@gateway/operations/kernel/failpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FurtherApi, startFurtherApi } from '../client/further-apis.ts'
import type { Story } from '../support/story.ts'
import { count } from './journey.ts'
import { arm, crash } from './processes.ts'

/** Crashes of the API between a code or refresh token and its answer; the client asks again at once, and another process answers it. */
export function signInCrashes(open: () => Story): void {
  let second: FurtherApi
  beforeAll(async () => void (second = await startFurtherApi(open(), { name: 'second-api' })))
  afterAll(() => second?.stop())

  /** A client at the process that is killed and at the one that lives on, and the browser of a user. */
  const openClient = async () => {
    const { gateway, shop } = open()
    const [first, other] = [answeringAt(gateway.api, gateway.api), answeringAt(second.origin, gateway.api)]
    const client = await registerOver(other, shop.key)
    return { client, dying: { ...client, server: first }, user: await openUser(other) }
  }

  const cutOff = async (code: FailpointCode, ask: () => Promise<unknown>): Promise<void> => {
    await arm(open(), 'api', code)
    await expect(ask()).rejects.toThrow('socket hang up')
    await crash(open(), 'api')
    await open().gateway.start('api')
  }

  test('S23a: the API dies with a code used and nothing committed; the code is exchanged once afterwards', async () => {
    const { client, dying, user } = await openClient()
    const coded = await obtainCode(user, client)
    await cutOff('S23a', () => exchange(dying, coded))
    expect(await living(open(), client)).toEqual({ grants: 1, refreshTokens: 0 })
    expect(await exchange(client, coded)).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } })
    expect(await living(open(), client)).toEqual({ grants: 1, refreshTokens: 1 })
  })

  test('S23b: the API dies with the tokens of a code committed; the code is refused afterwards, and nothing of its grant lives', async () => {
    const { client, dying, user } = await openClient()
    const coded = await obtainCode(user, client)
    await cutOff('S23b', () => exchange(dying, coded))
    expect(await living(open(), client)).toEqual({ grants: 1, refreshTokens: 1 })
    expect(await exchange(client, coded)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await living(open(), client)).toEqual({ grants: 0, refreshTokens: 0 })
  })

  test('S23a: the API dies with a refresh token replaced and nothing committed; it gets one successor afterwards', async () => {
    const { client, dying, user } = await openClient()
    const { refresh_token: token } = await obtainTokens(user, client)
    await cutOff('S23a', () => refresh(dying, token))
    expect(await living(open(), client)).toEqual({ grants: 1, refreshTokens: 1 })
    await proveOneSuccessor(open(), client, token)
  })

  test('S23b: the API dies with a successor committed; the refresh token gives the same one afterwards', async () => {
    const { client, dying, user } = await openClient()
    const { refresh_token: token } = await obtainTokens(user, client)
    await cutOff('S23b', () => refresh(dying, token))
    expect(await count(open(), `${ARTIFACTS} AND sealed_successor IS NOT NULL`, [client.clientId])).toBe(1)
    await proveOneSuccessor(open(), client, token)
  })
}

const ARTIFACTS = `oauth_artifact JOIN oauth_grant ON id = grant_id WHERE client_id = $1 AND model = 'RefreshToken'`

/** Another process answers at its own port under the origin of the settings. */
const answeringAt = (api: string, origin: string): Answering => ({ say: sayTo({ port: Number(new URL(api).port) }), origin })

/** What of a client can still be used. */
async function living(story: Story, { clientId }: TestClient) {
  return {
    grants: await count(story, 'oauth_grant WHERE client_id = $1', [clientId]),
    refreshTokens: await count(story, `${ARTIFACTS} AND consumed_at IS NULL`, [clientId]),
  }
}

/** The token gives one successor, however often it is shown, and that one works. */
async function proveOneSuccessor(story: Story, client: TestClient, token: unknown): Promise<void> {
  const [once, again] = [await refresh(client, token), await refresh(client, token)]
  expect([once.status, again.status]).toEqual([200, 200])
  expect(once.body['refresh_token']).toBe(again.body['refresh_token'])
  expect(await living(story, client)).toEqual({ grants: 1, refreshTokens: 1 })
  expect((await refresh(client, once.body['refresh_token'])).status).toBe(200)
}
