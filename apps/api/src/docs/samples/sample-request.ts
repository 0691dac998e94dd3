import type { AssetCode } from '@gateway/domain/money/asset'
import { at, isEmpty, type Json, textOf } from '../reference/json.ts'
import type { Operation } from '../reference/operations.ts'

/** A member of a query. */
type QueryValue = string | number

/** A call of an operation, in no language yet. */
export interface SampleRequest {
  readonly operation: Operation
  /** The ids of the path, as names of variables: `PAYMENT_ID`. */
  readonly ids: readonly { readonly name: string; readonly variable: string }[]
  readonly query: Readonly<Record<string, QueryValue>>
  /** Undefined without a body. */
  readonly body: Json | undefined
  readonly idempotencyKey: string | undefined
  /** The variable of the credential; undefined where none is needed. */
  readonly credential: 'SERVICE_API_KEY' | 'MERCHANT_TOKEN' | undefined
}

/** The order of every sample. */
const ORDER = '4192'
/** The payment of every sample; the asset is one of this deployment. */
const order = { amount: 149, currency: 'EUR' }
const details = { description: `Order ${ORDER}`, metadata: { order: ORDER } }

interface SampleInput {
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: (assets: readonly AssetCode[]) => Json
  /** A key that can be found again: that of the created object, not of the request. */
  readonly key?: string
}

/** Input that says more than the examples of the schemas, by operation. */
const inputs: Readonly<Record<string, SampleInput>> = {
  payments_create: { body: ([blockchain = 'BTC']) => ({ ...order, blockchain, ...details }), key: `order-${ORDER}` },
  payments_list: { query: { status: 'completed', limit: 20 } },
  payments_tokens: { query: { active_only: 'true' } },
  rates_get: { query: { crypto: 'BTC', fiat: 'EUR' } },
  rates_convert: { query: { crypto: 'BTC', fiat: 'EUR', amount: order.amount } },
  rates_list: { body: () => ({ cryptocurrencies: ['BTC', 'ETH'], fiat_currency: 'EUR' }) },
  businesses_create: {
    body: () => ({ name: 'Kestrel Coffee', webhook_url: 'https://shop.example/hooks', time_zone: 'Europe/Berlin' }),
    key: 'kestrel-coffee',
  },
  businesses_update: { body: () => ({ webhook_url: 'https://shop.example/hooks', webhook_events: ['payment.forwarded'] }) },
  businesses_rotateWebhookSecret: { body: () => ({}), key: 'rotation-1' },
  businesses_keys_create: { body: () => ({ name: 'Shop server', scopes: ['payments:read', 'payments:write'] }), key: 'shop-server' },
  webhooks_test: { body: () => ({ event_type: 'payment.completed' }), key: 'test-1' },
  webhooks_redeliver: { key: 'redelivery-1' },
  webhooks_list: { query: { status: 'failed' } },
  webhooks_events: { query: { types: 'payment.completed,payment.expired' } },
}

/** Every operation with an input of its own; a test compares it with the description. */
export const sampledOperations = Object.keys(inputs)

/** The call of an operation that its samples make. */
export function sampleRequest(operation: Operation, assets: readonly AssetCode[]): SampleRequest {
  const own = inputs[operation.id] ?? {}
  const [{ path }] = operation.places
  return {
    operation,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, variable: variableOf(name, path) })),
    query: own.query ?? requiredQuery(operation),
    body: bodyOf(operation, own.body?.(assets)),
    idempotencyKey: operation.isRepeatable ? (own.key ?? `order-${ORDER}`) : undefined,
    credential: credentials[operation.access],
  }
}

/** Its own body, else the example of the description; undefined where the operation takes no members. */
function bodyOf({ body, places: [{ method }] }: Operation, own: Json | undefined): Json | undefined {
  const takesMembers = method !== 'get' && !isEmpty(at(body, 'schema', 'properties'))
  return takesMembers ? (own ?? at(body, 'example')) : undefined
}

const credentials = { none: undefined, optional: 'SERVICE_API_KEY', key: 'SERVICE_API_KEY', merchant: 'MERCHANT_TOKEN' } as const

/** `/api/payments/{id}` has the id of a payment. */
function variableOf(name: string, path: string): string {
  if (name !== 'id') return name.toUpperCase()
  const owner = path.slice(0, path.indexOf('/{id}')).split('/').at(-1) ?? ''
  return `${owner
    .replace(/ies$/, 'y')
    .replace(/(?<=ss)es$|s$/, '')
    .toUpperCase()}_ID`
}

const requiredQuery = ({ parameters }: Operation): Record<string, QueryValue> =>
  Object.fromEntries(
    parameters
      .filter((one) => one['in'] === 'query' && one['required'] === true)
      .map((one) => [textOf(one['name']), String(one['example'])]),
  )
