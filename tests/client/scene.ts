import type { Client, GatewayError } from '@gateway/client'
import { expect } from 'vitest'
import type { Described, Outcome } from './described.ts'
import type { Ground } from './ground.ts'
import type { Members, OperationStories, Refused } from './story-table.ts'

/** A prepared call of an operation. */
export interface Scene {
  readonly ground: Ground
  readonly operation: Described
  readonly clientOf: Ground['clientOf']
  readonly apiKey: string | undefined
  readonly ids: readonly string[]
  readonly input: Members
}

/** Changes to the usual call. */
interface Changes {
  readonly ids?: readonly string[]
  /** Merged over the usual members. */
  readonly input?: Members
  readonly options?: Members
}

/** Sets up the usual call of an operation. */
export async function openScene(ground: Ground, operation: Described, usual: OperationStories['usual']): Promise<Scene> {
  const credentials = { anybody: undefined, keys: ground.shop.key, merchants: ground.shop.token }
  const { apiKey = credentials[operation.opensTo], ids = [], input = {} } = (await usual?.(ground)) ?? {}
  return { ground, operation, clientOf: ground.clientOf, apiKey, ids, input }
}

/** Calls the operation through the packed client. */
export async function callAs(scene: Scene, apiKey: string | undefined, changes: Changes = {}): Promise<unknown> {
  const { operation, clientOf, ids, input } = scene
  const inputs = operation.takes ? [{ ...input, ...changes.input }] : []
  return callOf(clientOf(apiKey), operation.name)(...(changes.ids ?? ids), ...inputs, changes.options ?? {})
}

/** Makes the call of an error story. */
export async function callRefused(scene: Scene, { apiKey, input = {}, options = {} }: Refused): Promise<unknown> {
  const changes = { input: typeof input === 'function' ? await input(scene.ground) : input, options }
  return callAs(scene, (await apiKey?.(scene.ground)) ?? scene.apiKey, changes)
}

/** The client's function of that name, untyped, because error stories pass forbidden inputs. */
function callOf(client: Client, name: string): (...parameters: unknown[]) => unknown {
  const found = name.split('.').reduce<unknown>((node, part) => Reflect.get(Object(node), part), client)
  if (typeof found !== 'function') throw new TypeError(`the client has no ${name}`)
  return (...parameters) => Reflect.apply(found, undefined, parameters) as unknown
}

/** The error of a failed call. @throws {Error} when it succeeds, or fails with another error than the client's own. */
export async function refusalOf(call: Promise<unknown>): Promise<GatewayError> {
  const thrown: unknown = await call.then(
    () => new TypeError('the call was not refused'),
    (error: unknown) => error,
  )
  if (thrown instanceof Error && thrown.name === 'GatewayError') return thrown as GatewayError // Of the packed copy of the class.
  throw thrown
}

const WAITS: ReadonlySet<string> = new Set(['IDEMPOTENCY_IN_FLIGHT', '429', '503'])
const COUNTS = { current: expect.any(Number), limit: expect.any(Number), remaining: 0 }

/** Checks that an error has status, code, message and the whole response. */
export function expectRefusal({ packed }: Ground, refusal: GatewayError, { status, code }: Outcome): void {
  expect(refusal).toBeInstanceOf(packed.entry.GatewayError)
  const { response, details, usage, requestId, message, retryAfterMs } = refusal
  expect({ status: refusal.status, code: refusal.code, message }).toEqual({
    status: Number(status),
    code,
    message: expect.stringMatching(/\w/),
  })
  const rest = { ...(details && { details }), ...(usage && { usage }) }
  expect(response).toEqual({ success: false, error: message, code, request_id: requestId, ...rest })
  expect(requestId).toMatch(/^req_\w+$/)
  expect(usage).toEqual(status === '429' ? COUNTS : undefined)
  expect((retryAfterMs ?? 0) > 0).toBe(WAITS.has(status) || WAITS.has(code ?? ''))
}
