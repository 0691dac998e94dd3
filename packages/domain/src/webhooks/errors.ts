import { DomainError } from '../kernel/error.ts'

/** The business has no webhook URL, so there is nobody to send anything to. */
export class WebhookUrlMissing extends DomainError {
  readonly code = 'WEBHOOK_URL_MISSING'
  readonly kind = 'invalid'
  constructor() {
    super('The business has no webhook URL; set webhook_url first')
  }
}

/** Nobody sent the test delivery in time: nobody sends at all, or those before it wait for the same receiver. */
export class WebhooksUnavailable extends DomainError {
  readonly code = 'WEBHOOKS_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor() {
    super('The test could not be sent within ten seconds; try again')
  }
}

/** The place in the feed is older than what the feed keeps, or never was in it. */
export class CursorExpired extends DomainError {
  readonly code = 'CURSOR_EXPIRED'
  readonly kind = 'gone'
  constructor() {
    super('The feed does not reach back to this event; begin again without after')
  }
}
