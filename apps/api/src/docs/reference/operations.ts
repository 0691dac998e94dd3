import { type LimitName, limitNames } from '../../http/limits/limits.ts'
import { type AnswerShape, answerShape } from './answer-shape.ts'
import { at, type Json, listOf, textOf, textsOf } from './json.ts'

/** A method at a path. */
export interface Place {
  readonly method: string
  readonly path: string
}

/** The credential of an operation: none, optional, an API key or a merchant's token, or only the latter. */
export type Access = 'none' | 'optional' | 'key' | 'merchant'

/** One operation of the description. */
export interface Operation {
  /** `payments_create`; its anchor. */
  readonly id: string
  /** `payments.create`; its name in the client. */
  readonly name: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** The main address first. */
  readonly places: readonly [Place, ...Place[]]
  readonly access: Access
  readonly limit: LimitName
  /** Takes an `Idempotency-Key`. */
  readonly isRepeatable: boolean
  readonly parameters: readonly Json[]
  /** Schema and example of the body; empty without one. */
  readonly body: Json
  readonly responses: Json
  /** The success. */
  readonly answer: AnswerShape
}

/** Every operation of the description, in its order, each with all its addresses. */
export function operationsOf(description: Json): Operation[] {
  const all = Object.entries(at(description, 'paths')).flatMap(([path, item]) =>
    Object.entries(at(item)).map(([method, operation]) => ({ place: { method, path }, operation: at(operation) })),
  )
  const further = Map.groupBy(all, ({ operation }) => /^(.+)_\d+$/.exec(textOf(operation['operationId']))?.[1])
  return (further.get(undefined) ?? []).map(({ place, operation }) => {
    const others = further.get(textOf(operation['operationId'])) ?? []
    const schemas = at(description, 'components', 'schemas')
    return operationFrom(operation, { places: [place, ...others.map((other) => other.place)], schemas })
  })
}

interface Described {
  readonly places: readonly [Place, ...Place[]]
  readonly schemas: Json
}

function operationFrom(operation: Json, { places, schemas }: Described): Operation {
  const id = textOf(operation['operationId'])
  const parameters = listOf(operation['parameters'])
  return {
    id,
    name: id.replaceAll('_', '.'),
    tag: textsOf(operation['tags'])[0] ?? '',
    summary: textOf(operation['summary']),
    description: textOf(operation['description']),
    places,
    access: accessOf(listOf(operation['security'])),
    limit: limitNames.find((name) => name === operation['x-rate-limit']) ?? 'default',
    isRepeatable: parameters.some(({ name }) => name === 'Idempotency-Key'),
    parameters,
    body: bodyOf(at(operation, 'requestBody', 'content')),
    responses: at(operation, 'responses'),
    answer: answerShape(at(operation, 'responses'), schemas),
  }
}

/** With files, where the operation takes any. */
const bodyOf = (content: Json): Json => at(content, 'multipart/form-data' in content ? 'multipart/form-data' : 'application/json')

function accessOf(ways: readonly Json[]): Access {
  if (ways.length === 0) return 'none'
  if (ways.some((way) => Object.keys(way).length === 0)) return 'optional'
  return ways.some((way) => 'apiKey' in way) ? 'key' : 'merchant'
}
