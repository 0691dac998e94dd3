import { DomainError } from '../kernel/error.ts'

/** The business has no webhook URL. */
export class WebhookUrlMissing extends DomainError {
  readonly code = 'WEBHOOK_URL_MISSING'
  readonly kind = 'invalid'
  constructor() {
    super('The business has no webhook URL; set webhook_url first')
  }
}

/** No worker sent the test in time: none runs, or earlier deliveries wait for the same receiver. */
export class WebhooksUnavailable extends DomainError {
  readonly code = 'WEBHOOKS_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor() {
    super('The test could not be sent within ten seconds; try again')
  }
}

/** The cursor is older than the feed, or was never in it. */
export class CursorExpired extends DomainError {
  readonly code = 'CURSOR_EXPIRED'
  readonly kind = 'gone'
  constructor() {
    super('The feed does not reach back to this event; begin again without after')
  }
}
