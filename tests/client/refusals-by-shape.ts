import { eventually } from '@gateway/testing/wait'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import type { Trouble } from './further-apis.ts'
import { callAs, type Scene, refusalOf } from './scene.ts'

/** An error that every operation of a shape can return. */
export interface RefusalOfShape {
  readonly when: string
  /** Calls the operation so that it fails. */
  readonly provoke: (scene: Scene) => Promise<unknown>
}

const LARGEST_BODY = 64 * 1_024
const LARGEST_HEADERS = 8 * 1_024
let keys = 0

/** By code. */
export const refusalsByShape: Readonly<Record<string, RefusalOfShape>> = {
  UNAUTHENTICATED: { when: 'without a credential', provoke: (scene) => callAs(scene, undefined) },
  INVALID_API_KEY: { when: 'for a made-up API key', provoke: (scene) => callAs(scene, 'gw_live_guess') },
  INVALID_TOKEN: { when: 'for an altered token', provoke: (scene) => callAs(scene, `${scene.ground.shop.token}x`) },
  INSUFFICIENT_SCOPE: { when: 'for an API key without the scope', provoke: callWithNarrowKey },
  FORBIDDEN: { when: 'for another merchant’s business', provoke: callForStrangersBusiness },
  NOT_FOUND: { when: 'for an unknown id, and for another merchant’s object', provoke: callForNothing },
  BODY_TOO_LARGE: {
    when: 'for a body above 64 KiB',
    provoke: (scene) => callAs(scene, scene.apiKey, { input: { note: 'x'.repeat(LARGEST_BODY) } }),
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'for a body with another content type than JSON',
    provoke: (scene) => callAs(scene, scene.apiKey, { options: { headers: { 'Content-Type': 'text/plain' } } }),
  },
  HEADERS_TOO_LARGE: {
    when: 'for headers above 8 KiB',
    provoke: (scene) => callAs(scene, scene.apiKey, { options: { headers: { 'X-Long': 'x'.repeat(LARGEST_HEADERS) } } }),
  },
  IDEMPOTENCY_MISMATCH: { when: 'for another body with a used idempotency key', provoke: callWithUsedKey },
  IDEMPOTENCY_IN_FLIGHT: { when: 'while the first call is in progress', provoke: callTwiceAtOnce },
  RATE_LIMITED: { when: 'above the rate limit', provoke: callTooOften },
  INTERNAL: { when: 'on an unexpected error', provoke: inTrouble('its tables are gone', 'INTERNAL') },
  RATE_UNAVAILABLE: { when: 'while no price is known', provoke: inTrouble('it takes no connections', 'RATE_UNAVAILABLE') },
  DATABASE_BUSY: { when: 'while the database is unreachable', provoke: inTrouble('it takes no connections', 'DATABASE_BUSY') },
}

async function callWithNarrowKey(scene: Scene): Promise<unknown> {
  const { ground, operation } = scene
  if (operation.opensTo === 'merchants') return callAs(scene, ground.shop.key)
  const scope = operation.name.startsWith('identity.') ? 'webhooks:read' : 'reputation:read'
  const name = `${ground.shop.businessId} ${scope}`
  const key = narrowKeys.get(name) ?? (await createNarrowKey(ground, scope))
  narrowKeys.set(name, key)
  return callAs(scene, key)
}

/** One key for each business, which may have fifty, and scope. */
const narrowKeys = new Map<string, string>()

async function createNarrowKey({ shop, clientOf }: Scene['ground'], scope: 'reputation:read' | 'webhooks:read'): Promise<string> {
  return (await clientOf(shop.key).businesses.keys.create(shop.businessId, { scopes: [scope] })).api_key
}

function callForStrangersBusiness(scene: Scene): Promise<unknown> {
  return callAs(scene, scene.apiKey, { input: { business_id: scene.ground.thirdParty.businessId } })
}

/** Another test compares both responses byte by byte. */
async function callForNothing(scene: Scene): Promise<unknown> {
  const nothing = callAs(scene, scene.apiKey, { ids: scene.ids.map(() => randomUUID()) })
  if (scene.operation.opensTo === 'anybody') return nothing
  expect(await refusalOf(nothing)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  const { beginner, thirdParty } = scene.ground
  return callAs(scene, scene.operation.opensTo === 'merchants' ? beginner.token : thirdParty.key)
}

async function callWithUsedKey(scene: Scene): Promise<unknown> {
  const options = { idempotencyKey: `used-${++keys}` }
  await callAs(scene, scene.apiKey, { options })
  return callAs(scene, scene.apiKey, { options, input: { note: 'another body' } })
}

/** A lock on the table of stored responses keeps the first call open while the second arrives. */
async function callTwiceAtOnce(scene: Scene): Promise<unknown> {
  const options = { idempotencyKey: `twice-${++keys}` }
  const holder = new pg.Client(scene.ground.story.around.databaseUrl)
  await holder.connect()
  try {
    await holder.query('BEGIN; LOCK TABLE idempotency_record IN EXCLUSIVE MODE')
    const first = callAs(scene, scene.apiKey, { options })
    await eventually('the first call to wait', async () => (await holder.query(WAITING)).rowCount === 1)
    const second = await eventually('the second call to be answered', async () => {
      const error = await refusalOf(callAs(scene, scene.apiKey, { options: { ...options, timeout: 900 } }))
      return error.code !== 'TIMEOUT' && error
    })
    await holder.query('COMMIT')
    await first
    throw second
  } finally {
    await holder.end()
  }
}

const WAITING = `SELECT 1 FROM pg_locks WHERE relation = 'idempotency_record'::regclass AND NOT granted`

/** The first call of each minute is allowed, and the minute may end between two calls. */
async function callTooOften(scene: Scene): Promise<unknown> {
  const hurried = { ...scene, clientOf: scene.ground.hurriedClientOf }
  const refused = await eventually('the limit to be met', async () => {
    const error = await refusalOf(callAs(hurried, scene.apiKey)).catch(() => undefined)
    return error?.status === 429 && error
  })
  throw refused
}

/** Repeats until the code appears: prices are polled once a second, and between two polls none is known. */
function inTrouble(trouble: Trouble, code: string): RefusalOfShape['provoke'] {
  return async (scene) => {
    const { troubled, troubledClientOf: clientOf } = scene.ground
    await troubled.become(trouble)
    const refused = await eventually(`a refusal with ${code}`, async () => {
      const refusal = await refusalOf(callAs({ ...scene, clientOf }, scene.apiKey))
      return refusal.code === code && refusal
    })
    throw refused
  }
}
