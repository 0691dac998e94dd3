import { describeApi } from './openapi.ts'
import { appRouter } from './router.ts'

type Json = Readonly<Record<string, unknown>>

/** An operation as the API description has it. */
export interface DescribedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  /** The ways to prove who asks; none, or one without a member, where nobody has to. */
  readonly security: readonly Json[]
  readonly described: Json
}

// A document of our own making; its shape is proved by its own tests.
const { paths } = describeApi(appRouter, 'https://pay.example') as { paths: Record<string, Record<string, Json>> }

/** Every operation of the product, so that one that is added is tested without being named. */
export const describedOperations: readonly DescribedOperation[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({
    id: String(described['operationId']),
    method: method.toUpperCase(),
    path,
    security: described['security'] as readonly Json[],
    described,
  })),
)

/** True when an API key may ask for it. */
export const opensToKeys = ({ security }: Pick<DescribedOperation, 'security'>): boolean => security.some((way) => 'apiKey' in way)
