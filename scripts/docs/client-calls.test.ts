import { describe, expect, test } from 'vitest'
import { clientCalls } from './client-calls.ts'
import type { DescribedOperation } from './client-document.ts'

const answering = (type: string, properties: Readonly<Record<string, { type?: string }>> = {}) => ({
  responses: { 200: { content: { [type]: { schema: { type: 'object', properties } } } } },
})
const json = answering('application/json')
const taking = (name: string) => ({ required: true, content: { 'application/json': { schema: { properties: { [name]: {} } } } } })

/** The generated text for operations at `/api/shops/{id}`, without the head of the file. */
const written = (operations: Readonly<Record<string, DescribedOperation>>): string =>
  clientCalls({ paths: { '/api/shops/{shop_id}': operations } }).replace(/^.*?(?=\/\*\* Every)/s, '')

describe('the generated call of an operation', () => {
  test('takes the ids of its path, its input and its options, in this order', () => {
    const text = written({ patch: { operationId: 'shops_update', summary: 'Change a shop', requestBody: taking('name'), ...json } })
    expect(text).toContain(
      " * Change a shop.\n     */\n    update(shopId: string, input: EitherSpelling<NonNullable<T.ShopsUpdateData['body']>>, options?: CallOptions)",
    )
    expect(text).toContain('update: {"method":"PATCH","path":"/api/shops/{shop_id}","input":"body"},')
  })

  test('sits below the nested name of its operation id', () => {
    const text = written({ get: { operationId: 'shops_keys_get', ...json } })
    expect(text).toContain('  shops: {\n    keys: {\n')
    expect(text).toContain('      get(shopId: string, options?: CallOptions): Promise<T.ShopsKeysGetResponse>,')
  })

  test('becomes repeatable when the operation takes an Idempotency-Key header', () => {
    const parameters = [{ name: 'Idempotency-Key', in: 'header' }]
    expect(written({ post: { operationId: 'shops_create', parameters, ...json } })).toContain('"repeatable":true')
  })

  test('reads the idempotency key from the input when a member has that name', () => {
    const parameters = [{ name: 'Idempotency-Key', in: 'header' }]
    const create = (member: string) => ({ post: { operationId: 'shops_create', parameters, requestBody: taking(member), ...json } })
    expect(written(create('idempotency_key'))).toContain('"repeatable":true,"readsKey":true')
    expect(written(create('name'))).not.toContain('readsKey')
  })

  test('becomes safe when the description marks a POST with x-safe', () => {
    expect(written({ post: { operationId: 'shops_search', 'x-safe': true, requestBody: taking('name'), ...json } })).toContain(
      '"safe":true',
    )
  })

  test('becomes iterable when the response has pages or a cursor', () => {
    const offset = [{ name: 'offset', in: 'query' }]
    const page = answering('application/json', { shops: { type: 'array' }, pagination: { type: 'object' } })
    expect(written({ get: { operationId: 'shops_list', parameters: offset, ...page } })).toContain('"list":{"items":"shops","by":"offset"}')
    const after = [{ name: 'after', in: 'query', required: true }]
    const feed = answering('application/json', { events: { type: 'array' }, next_cursor: { type: 'string' } })
    const text = written({ get: { operationId: 'events_list', parameters: after, ...feed } })
    expect(text).toContain('"list":{"items":"events","by":"after"}')
    expect(text).toContain(
      "list: ListCall<[shopId: string, input: EitherSpelling<NonNullable<T.EventsListData['query']>>, options?: CallOptions]",
    )
  })

  test.each(['image/svg+xml', 'application/pdf', 'text/csv'])('returns a Blob when the response is of the type %s', (type) => {
    const text = written({ get: { operationId: 'shops_logo', ...answering(type) } })
    expect(text).toContain('logo(shopId: string, options?: CallOptions): Promise<Blob>')
    expect(text).toContain('"answer":"blob"')
  })
})

test('an operation without members has no input', () => {
  const requestBody = { required: false, content: { 'application/json': { schema: { properties: {} } } } }
  const text = written({ delete: { operationId: 'shops_remove', requestBody, ...json } })
  expect(text).toContain('remove(shopId: string, options?: CallOptions)')
  expect(text).toContain('{"method":"DELETE","path":"/api/shops/{shop_id}"}')
})

test('an operation that answers with a stream or a redirect gets no call', () => {
  expect(written({ get: { operationId: 'shops_stream', responses: { 303: {} } } })).not.toContain('stream')
  expect(written({ get: { operationId: 'shops_stream', ...answering('text/event-stream') } })).not.toContain('stream')
})

describe('the generator of calls', () => {
  test('rejects an operation with both a body and a query', () => {
    const parameters = [{ name: 'force', in: 'query' }]
    const both = { operationId: 'shops_update', parameters, requestBody: taking('name'), ...json }
    expect(() => written({ patch: both })).toThrow('shops_update takes both a body and a query')
  })

  test('rejects an operation nested below another operation', () => {
    const operations = { get: { operationId: 'shops_keys', ...json }, post: { operationId: 'shops_keys_create', ...json } }
    expect(() => written(operations)).toThrow('shops_keys_create hangs below an operation')
    expect(() => written({ get: operations.post, post: operations.get })).toThrow('shops_keys')
  })

  test('rejects two operations with one name', () => {
    expect(() => written({ get: { operationId: 'shops_get', ...json }, post: { operationId: 'shops_get', ...json } })).toThrow('shops_get')
  })
})
