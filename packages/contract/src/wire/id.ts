import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import { type BusinessId, isUuid } from '@gateway/domain/kernel/id'
import { z } from 'zod'
import { scalar } from './scalar.ts'

const EXAMPLE = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'

/** An identifier in an answer. */
export const Id = z.string().meta({ description: 'The id is opaque, and has at most 64 characters.', example: EXAMPLE })

/**
 * The identifier of an object named in the path.
 *
 * A malformed identifier gets the same answer as an unknown one.
 */
export const pathId = (noun: string) =>
  scalar<string, string>(
    (raw) => {
      if (isUuid(raw)) return { value: raw }
      throw new NotFound(noun)
    },
    { description: `The id of the ${noun}.`, example: EXAMPLE, type: 'string', maxLength: 64 },
  )

/** A business named in a body or a query; a malformed id gets the same answer as another merchant's business. */
export const BusinessIdName = scalar<string, BusinessId>(
  (raw) => {
    if (typeof raw !== 'string' || raw === '') return { problem: 'must be the id of a business' }
    if (isUuid(raw)) return { value: raw }
    throw new ForbiddenBusiness()
  },
  {
    description:
      'The id of the business. An API key acts for its own business and needs none; a token needs it where the merchant has several.',
    example: EXAMPLE,
    type: 'string',
    maxLength: 64,
  },
)
