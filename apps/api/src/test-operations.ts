import { describeApi } from './openapi.ts'
import { appRouter } from './router.ts'

type Json = Readonly<Record<string, unknown>>

/** An operation of the API description. */
export interface DescribedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Accepted credentials; empty, or one without a member, where none is required. */
  readonly security: readonly Json[]
  readonly described: Json
}

// A generated document; its shape has its own tests.
const { paths } = describeApi(appRouter, 'https://pay.example') as { paths: Record<string, Record<string, Json>> }

/** Every operation, so that a new one is tested without a list. */
export const describedOperations: readonly DescribedOperation[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({
    id: String(described['operationId']),
    method: method.toUpperCase(),
    path,
    security: described['security'] as readonly Json[],
    described,
  })),
)

/** True when the operation accepts an API key. */
export const opensToKeys = ({ security }: Pick<DescribedOperation, 'security'>): boolean => security.some((way) => 'apiKey' in way)
