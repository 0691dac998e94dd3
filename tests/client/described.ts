import { describeApi } from '@gateway/api/openapi'
import { appRouter } from '@gateway/api/router'

/** A documented outcome: a success, or one of the error codes of a status. */
export interface Outcome {
  readonly status: string
  /** Absent where a response of that status has no code. */
  readonly code?: string
}

/** An operation as `/openapi.json` describes it. */
export interface Described {
  readonly id: string
  /** `payments.create`: its name in the client. */
  readonly name: string
  /** Number of ids in its path. */
  readonly idCount: number
  /** Members in its body, in its query, or none. */
  readonly takes: 'body' | 'query' | undefined
  readonly members: readonly string[]
  /** The credential it requires. */
  readonly opensTo: 'anybody' | 'keys' | 'merchants'
  readonly outcomes: readonly Outcome[]
}

interface Parameter {
  readonly name: string
  readonly in: string
}
interface Content {
  readonly schema?: { readonly properties?: object }
  readonly examples?: object
}
interface Answer {
  readonly content?: Readonly<Record<string, Content>>
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Answer
  readonly security: readonly object[]
  readonly responses: Readonly<Record<string, Answer>>
}

/** The whole API description, of which servers serve the one with everything written once. */
export const description = describeApi(appRouter, 'https://pay.example')

/** Every operation of the description. */
export const described: readonly Described[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  // Every value of a path is an operation.
  Object.values(methods).map((operation) => describedAt(path, operation as Operation)),
)

function describedAt(path: string, { operationId, parameters = [], requestBody, security, responses }: Operation): Described {
  const inBody = Object.keys(requestBody?.content?.['application/json']?.schema?.properties ?? {})
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  return {
    id: operationId,
    name: operationId.replaceAll('_', '.'),
    idCount: (path.match(/\{/g) ?? []).length,
    takes: inBody.length > 0 ? 'body' : inQuery.length > 0 ? 'query' : undefined,
    members: [...inBody, ...inQuery],
    opensTo: openness(security),
    outcomes: Object.entries(responses).flatMap(([status, answer]) => outcomesOf(status, answer)),
  }
}

function openness(security: readonly object[]): Described['opensTo'] {
  if (security.length === 0 || security.some((way) => Object.keys(way).length === 0)) return 'anybody'
  return security.some((way) => 'apiKey' in way) ? 'keys' : 'merchants'
}

/** Examples of errors are named after their code, those of successes after their form. */
function outcomesOf(status: string, answer: Answer): Outcome[] {
  if (status.startsWith('2')) return [{ status }]
  const codes = Object.keys(answer.content?.['application/json']?.examples ?? {})
  return codes.length > 0 ? codes.map((code) => ({ status, code })) : [{ status }]
}
