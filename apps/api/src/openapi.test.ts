import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { eventNames } from '@gateway/contract/events'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { portalFixtures } from './http/portal-fixtures.ts'
import { placesOf, restProcedures } from './http/procedures/rest.ts'
import { describeApi, servedDescription } from './openapi.ts'
import { appRouter } from './router.ts'

type Json = Readonly<Record<string, unknown>>

/** The object at a path in a document; empty when there is none. */
const at = (from: unknown, ...keys: string[]): Json => keys.reduce<Json>((inner, key) => (inner[key] ?? {}) as Json, (from ?? {}) as Json)

const list = (from: unknown): Json[] => (Array.isArray(from) ? from : [])

const description = describeApi(appRouter, 'https://pay.example')
const served = servedDescription(description)
const operations = Object.entries(at(description, 'paths')).flatMap(([path, item]) =>
  Object.entries(at(item)).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation: at(operation) })),
)
/** Every example of some content. */
const examplesOf = (content: Json): unknown[] => [
  ...('example' in content ? [content['example']] : []),
  ...Object.values(at(content, 'examples')).map((named) => at(named)['value']),
]
/** A parser from a schema of the document. */
const readerOf = (schema: Json): z.ZodType => {
  const whole = JSON.stringify({ ...schema, $defs: at(description, 'components', 'schemas') })
  return z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')))
}
const ofEveryAnswer = ['X-Request-Id', 'Service-Version']
const ofLimits = ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
const success = (operation: Json): Json => {
  const [status = ''] = Object.keys(at(operation, 'responses')).filter((candidate) => candidate.startsWith('2'))
  return at(operation, 'responses', status)
}

test('the API description is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(served))
  expect(result).toEqual({ valid: true })
})

test('the API description passes a linter without a finding', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // Health and this description take no input, so a caller cannot make an error with them.
    // An id is a UUID, which the word `series` in its place is not.
    rules: { 'operation-4xx-response': 'off', 'no-ambiguous-paths': 'off' },
  })
  const problems = await lintFromString({ source: JSON.stringify(served), absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

test('every procedure but those of the portal is served as REST and described, at all its addresses', () => {
  const served = restProcedures(appRouter)
  expect(served.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(appRouter._def.procedures)
      .filter((name) => !(name in portalFixtures))
      .toSorted(),
  )
  const places = served.flatMap(({ rest }) => placesOf(rest)).map(({ method, path }) => `${method} ${path}`)
  expect(operations.map(({ name }) => name)).toEqual(expect.arrayContaining(places))
})

/** True when a path names something that exists or not; every DID has an answer. */
const namesObject = (path: string): boolean => path.replace('{did}', '').includes('{')
/** Operations whose contract names their object outside the path: in the body, or, of a Lightning wallet, in the query; of a DID it is the caller's own. */
const namesElsewhere =
  /^post \/api\/cards\/(?:escrow\/)?(?:refund|release)$|^(?:get|post) \/api\/lightning\/(?:nodes|address)$|^post \/api\/lightning\/(?:invoices|payments)$|^get \/api\/(?:lightning|web-wallet)\/balance$|^get \/api\/reputation\/did\/me$|^post \/api\/reputation\/credential$/

describe.each(operations)('$name', ({ name, operation, path, method }) => {
  test('shows a summary, a description and a unique operation id', () => {
    expect(String(operation['summary']).length).toBeGreaterThan(5)
    expect(String(operation['description']).length).toBeGreaterThan(15)
    expect(operations.filter((other) => other.operation['operationId'] === operation['operationId'])).toHaveLength(1)
  })

  test('shows an example of every parameter, of its body and of its answer', () => {
    const shown = [
      ...list(operation['parameters']),
      ...Object.values(at(operation, 'requestBody', 'content')),
      ...Object.values(at(success(operation), 'content')),
    ]
    expect(shown.filter((part) => examplesOf(at(part)).length === 0)).toEqual([])
    expect(Object.keys(at(success(operation), 'content'))).toHaveLength(1)
  })

  test('shows only examples that match their schemas', () => {
    const responses = Object.values(at(operation, 'responses'))
    const contents = [at(operation, 'requestBody'), ...responses].map((part) => at(part, 'content', 'application/json'))
    const shown = contents.flatMap((content) => examplesOf(content).map((example) => ({ schema: at(content, 'schema'), example })))
    for (const { schema, example } of shown) expect(readerOf(schema).parse(example)).toEqual(example)
  })

  test('shows no answer marked as a replay', () => {
    const shown = Object.values(at(success(operation), 'content')).flatMap((content) => examplesOf(at(content)))
    expect(shown.filter((example) => JSON.stringify(example).includes('idempotent_replay'))).toEqual([])
  })

  test('names every parameter of its path', () => {
    const named = list(operation['parameters']).filter((parameter) => parameter['in'] === 'path')
    expect(named.map((parameter) => `{${String(parameter['name'])}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
  })

  test('lists its error answers, each with the error schema and examples', () => {
    const isProcedure = !path.startsWith('/health') && path !== '/openapi.json'
    const isProtected = list(operation['security']).length > 0
    const ofShape = [
      ...(isProtected ? ['401'] : []),
      ...(namesObject(path) ? ['404'] : []),
      ...(method === 'get' ? [] : ['400', '413', '415']),
    ]
    expect(Object.keys(at(operation, 'responses'))).toEqual(expect.arrayContaining(isProcedure ? [...ofShape, '431', '500', '503'] : []))
    const late = Object.keys(at(operation, 'responses', '503', 'content', 'application/json', 'examples'))
    expect(late.filter((code) => code === 'DATABASE_BUSY' || code === 'TIMED_OUT')).toEqual(
      isProcedure ? ['DATABASE_BUSY', 'TIMED_OUT'] : [],
    )
    const refusals = Object.entries(at(operation, 'responses')).filter(([status]) => Number(status) >= 400 && isProcedure)
    const contents = refusals.map(([, response]) => at(response, 'content', 'application/json'))
    expect(contents.every((content) => at(content, 'schema')['$ref'] === '#/components/schemas/ErrorBody')).toBe(true)
    expect(contents.every((content) => Object.keys(at(content, 'examples')).length > 0)).toBe(true)
  })

  test('describes the headers of each answer: the standard ones, the rate limit, and Retry-After', () => {
    for (const [status, response] of Object.entries(at(operation, 'responses'))) {
      const names = Object.keys(at(response, 'headers'))
      expect([status, names]).toEqual([status, expect.arrayContaining([...ofEveryAnswer, ...ofLimits])])
      const codes = Object.keys(at(response, 'content', 'application/json', 'examples'))
      const isForLater =
        status === '429' || status === '503' || ['IDEMPOTENCY_IN_FLIGHT', 'CONCURRENT_UPDATE'].some((code) => codes.includes(code))
      expect([status, names.includes('Retry-After')]).toEqual([status, isForLater])
      expect([status, names.includes('WWW-Authenticate')]).toEqual([status, status === '401'])
    }
  })

  test('describes Idempotent-Replayed exactly where it takes an idempotency key', () => {
    const takesKey = list(operation['parameters']).some((parameter) => parameter['name'] === 'Idempotency-Key')
    const saying = Object.entries(at(operation, 'responses')).flatMap(([status, response]) =>
      'Idempotent-Replayed' in at(response, 'headers') ? [status] : [],
    )
    const done = Object.keys(at(operation, 'responses')).filter((status) => status.startsWith('2'))
    expect(saying).toEqual(takesKey ? [...done, '503'] : [])
  })

  test('lists NOT_FOUND exactly when its path has a parameter, or its body or query names an object', () => {
    const codes = Object.values(at(operation, 'responses')).flatMap((response) =>
      Object.keys(at(response, 'content', 'application/json', 'examples')),
    )
    expect(codes.includes('NOT_FOUND')).toBe(namesObject(path) || namesElsewhere.test(name))
    expect(codes.includes('FORBIDDEN') && path.includes('/businesses/{id}')).toBe(false)
  })

  test('answers with described members only', () => {
    const content = at(success(operation), 'content')
    const schema = at(content, 'application/json', 'schema')
    // The one answer that is a list refers to the members of its entries.
    if (schema['type'] === 'array') return
    const isProcedure = path.startsWith('/api') && 'application/json' in content
    const forms = Array.isArray(schema['oneOf']) ? list(schema['oneOf']) : [schema]
    expect(forms.map((form) => form['additionalProperties'])).toEqual(forms.map(() => (isProcedure ? false : undefined)))
  })
})

test('a read by POST, and no other operation, is marked as safe', () => {
  const reads = restProcedures(appRouter).filter(({ type, rest }) => (type === 'query' || rest.readsOnly) && rest.method === 'post')
  const marked = operations.filter(({ operation }) => operation['x-safe'] === true).map(({ name }) => name)
  expect(marked).toEqual(reads.flatMap(({ rest }) => placesOf(rest)).map(({ method, path }) => `${method} ${path}`))
  expect(marked).toEqual(expect.arrayContaining(['post /api/rates/batch']))
})

test('a creation of a payment, and no other operation, takes its idempotency key in the body too', () => {
  const bodies = operations.map(({ name, operation }) => {
    const member = at(operation, 'requestBody', 'content', 'application/json', 'schema', 'properties', 'idempotency_key')
    return { name, member }
  })
  const taking = bodies.filter(({ member }) => Object.keys(member).length > 0)
  expect(taking).toEqual(
    ['post /api/payments/create', 'post /api/payments'].map((name) => ({
      name,
      member: expect.objectContaining({ type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]*$' }),
    })),
  )
})

test('every event has a webhook with its example', () => {
  expect(Object.keys(at(description, 'webhooks'))).toEqual(eventNames)
  const examples = eventNames.map((name) =>
    at(description, 'webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'example'),
  )
  expect(examples).toEqual(eventNames.map((name) => expect.objectContaining({ type: name, event_type: name, api_version: '2026-10-01' })))
})

describe('example answers', () => {
  const answerOf = (path: string, method = 'get', status = '200') =>
    at(description, 'paths', path, method, 'responses', status, 'content', 'application/json')

  test('show a rate in each of its three forms', () => {
    const examples = at(answerOf('/api/rates'), 'examples')
    expect(Object.keys(examples)).toEqual(['rate', 'conversion', 'rateList'])
    const members = Object.values(examples).map((example) => Object.keys(at(example, 'value')))
    expect(members.map((names) => [names.includes('price'), names.includes('crypto_amount'), names.includes('rates')])).toEqual([
      [true, false, false],
      [true, true, false],
      [false, false, true],
    ])
  })

  test('show one rate for each coin of the example request', () => {
    const request = at(description, 'paths', '/api/rates/batch', 'post', 'requestBody', 'content', 'application/json', 'example')
    expect(Object.keys(at(answerOf('/api/rates/batch', 'post'), 'example', 'rates'))).toEqual(request['cryptocurrencies'])
  })

  test('show a new API key as active, unused and without an expiry', () => {
    const { example } = answerOf('/api/businesses/{id}/api-keys', 'post', '201')
    expect(at(example, 'key')).toMatchObject({ revoked_at: null, expires_at: null, last_used_at: null })
    const request = at(
      description,
      'paths',
      '/api/businesses/{id}/api-keys',
      'post',
      'requestBody',
      'content',
      'application/json',
      'example',
    )
    expect(request).not.toHaveProperty('expires_at')
  })

  test('show the feed with an event as in its webhook', () => {
    const { example } = answerOf('/api/events')
    const webhook = at(description, 'webhooks', 'payment.completed', 'post', 'requestBody', 'content', 'application/json', 'example')
    expect(example).toMatchObject({ events: [webhook], next_cursor: webhook['id'], has_more: false })
  })

  test('show a payment whose amount matches its rate, with an expiry after its creation', () => {
    const payment = at(answerOf('/api/payments/{id}'), 'example', 'payment')
    expect(Number(payment['amount']) / Number(at(payment, 'rate')['price'])).toBe(Number(payment['crypto_amount']))
    expect(String(payment['expires_at']) > String(payment['created_at'])).toBe(true)
  })
})

test('every member of every named schema has a description or a reference', () => {
  const members = Object.entries(at(description, 'components', 'schemas')).flatMap(([name, schema]) =>
    Object.entries(at(schema, 'properties')).map(([member, value]) => ({ member: `${name}.${member}`, value: at(value) })),
  )
  const silent = members.filter(({ value }) => !value['description'] && !value['$ref'] && !('const' in value))
  expect(silent.map(({ member }) => member).filter((member) => !member.startsWith('Usage.'))).toEqual([])
})
