import type { Description } from '@gateway/api/openapi/schemas'
import { wholeDescription } from './openapi.ts'

/** A schema, with the members that the client's generator reads. */
export interface MemberSchema {
  readonly type?: unknown
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, MemberSchema>>
  readonly required?: readonly string[]
}

/** A parameter of an operation. */
interface DescribedParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: MemberSchema
}

/** An operation of the API description. */
export interface DescribedOperation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  /** It only reads, with any method. */
  readonly 'x-safe'?: true
  readonly parameters?: readonly DescribedParameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content?: Readonly<Record<string, { readonly schema: MemberSchema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: MemberSchema }>> }>>
}

/** The API description, with the parts of it that the client's generator reads. */
export type ApiDocument = Description & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

/** `payments_create_2` is a second route of `payments_create`, and `openapi` belongs to no room. */
const isOfClient = ({ operationId }: DescribedOperation): boolean =>
  /^[a-z]\w*_[a-zA-Z]\w*$/.test(operationId) && !/_\d+$/.test(operationId)

/** The body that has files too, where an operation takes any: the client sends them as parts by itself. */
function withFiles(operation: DescribedOperation): DescribedOperation {
  const { 'multipart/form-data': parts } = operation.requestBody?.content ?? {}
  return parts ? { ...operation, requestBody: { ...operation.requestBody, content: { 'application/json': parts } } } : operation
}

/** The API description with one route per operation, from which the client is generated. */
export function clientDocument(): ApiDocument {
  // Generated from the same types.
  const document = wholeDescription() as ApiDocument
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const kept = Object.entries(methods).filter(([, operation]) => isOfClient(operation))
    return [path, Object.fromEntries(kept.map(([method, operation]) => [method, withFiles(operation)]))] as const
  })
  return { ...document, paths: Object.fromEntries(paths.filter(([, methods]) => Object.keys(methods).length > 0)) }
}
