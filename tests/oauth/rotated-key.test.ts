import type { Answering, TestBrowser, TestClient } from '@gateway/api/oauth/test-browser'
import { exchange, obtainCode, openUser, refresh, registerOver } from '@gateway/api/oauth/test-sign-in'
import { sayTo } from '@gateway/api/test-say'
import type { Heard } from '@gateway/api/test-server'
import { eventually } from '@gateway/testing/wait'
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FurtherApi, startFurtherApi } from '../client/further-apis.ts'
import { operate } from '../support/operator.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

const LANES = 6

let story: Story
let second: FurtherApi
let processes: readonly [Answering, Answering]
beforeAll(async () => {
  story = await sharedStory()
  second = await startFurtherApi(story, { name: 'second-api' })
  const { api: origin } = story.gateway
  processes = [
    { say: sayTo({ port: portOf(origin) }), origin },
    { say: sayTo({ port: portOf(second.origin) }), origin },
  ]
})
afterAll(async () => {
  await second?.stop()
  await story?.close()
})

const portOf = (origin: string): number => Number(new URL(origin).port)

/** What clients have seen: the keys by which each process has signed, and what has failed. */
interface Seen {
  readonly kids: readonly [Set<string>, Set<string>]
  readonly failures: unknown[]
}

/** Signs users in again and again until a moment; each step asks the other process than the one before. */
async function keepSigningIn(
  client: TestClient,
  user: TestBrowser,
  { seen, isOver }: { seen: Seen; isOver: () => boolean },
): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const [here, there] = turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    const coded = await obtainCode(user, client)
    const first = await exchange({ ...client, server: processes[here] }, coded)
    seen.kids[here].add(await checkedKid(first, processes[there]))
    const again = await refresh({ ...client, server: processes[there] }, first.body['refresh_token'])
    seen.kids[there].add(await checkedKid(again, processes[here]))
    const info = await processes[here].say('GET', '/oauth/userinfo', { key: String(again.body['access_token']) })
    for (const { status, body } of [first, again, info]) if (status !== 200) seen.failures.push({ status, body })
  }
}

/** The key of an ID token, once it is checked with the keys that another process publishes at this moment (RFC 7515 §5.2). */
async function checkedKid({ status, body }: Heard, publisher: Answering): Promise<string> {
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`)
  const [header = '', payload = '', signature = ''] = String(body['id_token']).split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
  const { keys } = (await publisher.say('GET', '/.well-known/jwks.json')).body as { keys: ({ kid: string } & JsonWebKey)[] }
  const key = keys.find((one) => one.kid === kid)
  if (!key) throw new Error(`the key ${kid} is not published`)
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error(`the key ${kid} has not signed this`)
  return kid
}

test('two processes of the api turn over to another key while users sign in, and no request fails', async () => {
  const seen: Seen = { kids: [new Set(), new Set()], failures: [] }
  let isOver = false
  const client = await registerOver(processes[0], story.shop.key)
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const user = await openUser(processes[lane % 2 === 0 ? 0 : 1])
    await keepSigningIn(client, user, { seen, isOver: () => isOver }).catch((error: unknown) => seen.failures.push(error))
  })
  const everyProcess = (has: (kids: ReadonlySet<string>) => boolean) => async () => seen.failures.length > 0 || seen.kids.every(has)
  await eventually(
    'both processes to sign',
    everyProcess((kids) => kids.size > 0),
  )
  // As if it were published for two hours, so that every reader has it.
  await story.sql.query(`UPDATE oauth_key SET created_at = created_at - interval '2 hours' WHERE state = 'next'`)
  const said = await operate(story, 'rotate-oidc-key')
  const [, fresh = ''] = /^Signs now: ([\w-]+)\. /.exec(said) ?? []
  await eventually(
    'both processes to sign with the new key',
    everyProcess((kids) => kids.has(fresh)),
  )
  isOver = true
  await Promise.all(lanes)
  expect(seen.failures).toEqual([])
  expect(seen.kids.map(({ size }) => size)).toEqual([2, 2])
})
