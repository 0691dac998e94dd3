/** The members of a refusal beyond its sentence. */
export interface ApiErrorDetails {
  readonly type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  readonly code?: string
  readonly param?: string
  readonly decline_code?: string
  /** Objects that a refusal names, as `payment_intent`. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** A refusal of the processor, with its HTTP status. Source: docs.stripe.com/api/errors. */
export class ApiError extends Error {
  readonly status: number
  readonly details: ApiErrorDetails

  constructor(status: number, message: string, details: ApiErrorDetails = {}) {
    super(message)
    this.status = status
    this.details = details
  }

  /** The body of the answer. */
  get body(): object {
    const { type = 'invalid_request_error', about, ...rest } = this.details
    return { error: { type, message: this.message, ...rest, ...about } }
  }
}

/** A refusal of a request whose parameters cannot be carried out: status 400. */
export const invalidRequest = (message: string, details: Omit<ApiErrorDetails, 'type'> = {}): ApiError =>
  new ApiError(400, message, details)

/** A refusal of an id that this account does not have: status 404. */
export const resourceMissing = (noun: string, id: string, param = 'id'): ApiError =>
  new ApiError(404, `No such ${noun}: '${id}'`, { code: 'resource_missing', param })
