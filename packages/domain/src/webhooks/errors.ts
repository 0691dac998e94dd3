import { DomainError } from '../kernel/error.ts'

/** The URL is none that webhooks may be sent to. */
export class InvalidWebhookUrl extends DomainError {
  readonly code = 'VALIDATION_ERROR'
  readonly kind = 'invalid'
  constructor(problem: string) {
    super(`webhook_url: ${problem}`, { details: [{ field: 'webhook_url', message: problem }] })
  }
}
