import { at } from '../reference/json.ts'
import type { Operation } from '../reference/operations.ts'
import { literal, notations } from './literal.ts'
import type { SampleRequest } from './sample-request.ts'

/** The environment of the reader's program, and how it prints: neither is that of this process. */
const ENV = ['process', 'env'].join('.')
const print = (value: string): string => ['console', `log(${value})`].join('.')

/** Operations that the client does not have, as programs of their own. */
const withoutClient: Readonly<Record<string, readonly string[]>> = {
  payments_follow: [
    `const { SERVICE_BASE_URL, SERVICE_API_KEY, PAYMENT_ID } = ${ENV}`,
    'const answer = await fetch(`${SERVICE_BASE_URL}/api/payments/${PAYMENT_ID}/events`, {',
    '  headers: { authorization: `Bearer ${SERVICE_API_KEY}` },',
    '})',
    'const texts = answer.body.pipeThrough(new TextDecoderStream())',
    `for await (const text of texts) ${print('text')}`,
  ],
  openapi: [
    `const { SERVICE_BASE_URL } = ${ENV}`,
    'const answer = await fetch(`${SERVICE_BASE_URL}/openapi.json`)',
    'const description = await answer.json()',
    print('Object.keys(description.paths)'),
  ],
}

/** The call with the client of `packages/client`, as a module. */
export function nodeSample(request: SampleRequest): string {
  const own = withoutClient[request.operation.id]
  if (own !== undefined) return own.join('\n')
  const credential = request.credential === 'MERCHANT_TOKEN' ? `{ apiKey: ${ENV}.MERCHANT_TOKEN }` : ''
  return ["import { createClient } from '@gateway/client'", '', `const client = createClient(${credential})`, ...callLines(request)].join(
    '\n',
  )
}

function callLines(request: SampleRequest): string[] {
  const { operation, ids, idempotencyKey } = request
  const values = [
    ...ids.map(({ variable }) => `${ENV}.${variable}`),
    ...inputOf(request),
    ...(idempotencyKey === undefined ? [] : [`{ idempotencyKey: '${idempotencyKey}' }`]),
  ]
  if (operation.answer.isList) return [`for await (const row of client.${operation.name}.all${called(values)}) ${print('row')}`]
  const { wrappers } = operation.answer
  const target = wrappers.length > 0 ? `{ ${wrappers.map(taken).join(', ')} }` : 'answer'
  return [`const ${target} = await client.${operation.name}${called(values)}`, print(wrappers.map(calledHere).join(', ') || 'answer')]
}

/** The program has a `client` of its own, and an OAuth client is another one. */
const calledHere = (wrapper: string): string => (wrapper === 'client' ? 'oauthClient' : wrapper)
const taken = (wrapper: string): string => (calledHere(wrapper) === wrapper ? wrapper : `${wrapper}: ${calledHere(wrapper)}`)

/** The arguments of a call: one of several lines stands between the parentheses, several have lines of their own. */
function called(values: readonly string[]): string {
  const line = values.join(', ')
  const isShort = !line.includes('\n') || (values.length === 1 && line.startsWith('{'))
  if (isShort) return `(${line})`
  return `(\n${values.map((value) => `  ${value.replaceAll('\n', '\n  ')},\n`).join('')})`
}

/** The input: the body, or the query with its booleans; absent where there is neither. */
function inputOf({ operation, query, body }: SampleRequest): string[] {
  if (body !== undefined) return [literal(body, notations.js)]
  return Object.keys(query).length > 0 ? [literal(typed(query, operation), notations.js)] : []
}

const typed = (query: SampleRequest['query'], { parameters }: Operation): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const schema = at(
        parameters.find((one) => one['name'] === name),
        'schema',
      )
      return [name, schema['type'] === 'boolean' ? value === 'true' : value]
    }),
  )
