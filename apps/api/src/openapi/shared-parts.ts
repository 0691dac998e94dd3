import type { Description, Parts, Schema } from './schemas.ts'

type Kind = 'parameters' | 'requestBodies' | 'responses'

/** A part of an operation, and the name that it has where several operations have it. */
interface Part {
  readonly kind: Kind
  readonly name: string
  readonly part: Schema
}

/** The description with each parameter, body and answer of several operations written once, and references to it. */
export function sharingParts(whole: Description): Description {
  const counts = new Map<string, number>()
  inOperations(whole, ({ kind, part }) => {
    const key = keyOf(kind, part)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return part
  })
  const shared = { parameters: new Map<string, Schema>(), requestBodies: new Map<string, Schema>(), responses: new Map<string, Schema>() }
  const names = new Map<string, string>()
  const rest = inOperations(whole, ({ kind, name, part }) => {
    const key = keyOf(kind, part)
    if (counts.get(key) === 1) return part
    const known = names.get(key) ?? freeName(name, shared[kind])
    names.set(key, known)
    shared[kind].set(known, part)
    return { $ref: `#/components/${kind}/${known}` }
  })
  const components = Object.entries(shared).map(([kind, parts]) => [kind, Object.fromEntries(parts)] as const)
  return { ...whole, ...rest, components: { ...whole.components, ...Object.fromEntries(components) } }
}

const keyOf = (kind: Kind, part: Schema): string => kind + JSON.stringify(part)

/** Two parts of the same name that differ are numbered. */
function freeName(name: string, taken: ReadonlyMap<string, Schema>, further = 2): string {
  if (!taken.has(name)) return name
  const next = `${name}-${further}`
  return taken.has(next) ? freeName(name, taken, further + 1) : next
}

type Change = (part: Part) => Schema

/** The operations and webhooks with each of their parts changed. */
function inOperations({ paths, webhooks }: Description, change: Change): Pick<Description, 'paths' | 'webhooks'> {
  const inItem = (item: Schema): Schema =>
    // A path has operations by method.
    mapped(item as Parts, (operation) => inOperation(operation as Operation, change))
  return { paths: mapped(paths, inItem), webhooks: mapped(webhooks, inItem) }
}

/** An operation as the description has it. */
interface Operation extends Schema {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly (Schema & { readonly name: string; readonly in: string })[]
  readonly requestBody?: Schema
  readonly responses: Parts
}

function inOperation(operation: Operation, change: Change): Schema {
  const { operationId, tags, parameters, requestBody, responses } = operation
  const nameOf = (place: string, name: string): string => (place === 'header' ? name : `${tags.join('-')}-${name}`)
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((part) => change({ kind: 'parameters', name: nameOf(part.in, part.name), part })),
    }),
    ...(requestBody && { requestBody: change({ kind: 'requestBodies', name: operationId, part: requestBody }) }),
    responses: mapped(responses, (part, status) =>
      change({ kind: 'responses', name: [status, ...(codesOf(part) ?? [operationId])].join('-'), part }),
    ),
  }
}

/** The codes of a refusal. */
function codesOf({ content }: Schema): string[] | undefined {
  const { examples } = (content as { 'application/json'?: { examples?: Schema } } | undefined)?.['application/json'] ?? {}
  return examples && Object.keys(examples)
}

const mapped = (parts: Parts, change: (part: Schema, name: string) => Schema): Parts =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part, name)]))
